/** The name by which a data holder knows a lab: its own, or a number where the account has it withheld. */

/** The newest version of the account's party says so; one that was erased says nothing. */
const isWithheld = `(SELECT json_extract(nullif(p.value, ''), '$.show_name_to_holders') FROM parties AS p
    WHERE p.kind = 'ACCOUNT' AND p.id = a.account_id ORDER BY p.version DESC LIMIT 1) = 0`;
/** Its place among the accounts, in the order in which they were made: the same for ever. */
const place = `(SELECT count(*) FROM accounts AS o
    WHERE (o.created_at, o.account_id) <= (a.created_at, a.account_id))`;

/** The name of the account `a` of a statement; empty where there is none. */
export const labName = `CASE WHEN ${isWithheld} THEN 'Lab ' || ${place}
  ELSE coalesce(nullif(a.name, ''), a.account_id, '') END`;
