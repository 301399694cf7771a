/** Changes of rows by which somebody would gain: of money, of what was used and under which rules, and a digest that makes one key another's. */

/** Statements over the full ledger, and the column that the first finding names; null where it is the row. */
export const moneyChanges: readonly (readonly [
  title: string,
  table: string,
  sql: string,
  column: string | null,
])[] = [
  ['a payout times ten', 'payouts', 'UPDATE payouts SET amount = amount * 10', 'amount'],
  ['a payout that is gone', 'payouts', 'DELETE FROM payouts WHERE number = 1', null],
  ['another net share', 'shares', 'UPDATE shares SET net = net + 1', 'net'],
  ['a share of another', 'shares', "UPDATE shares SET holder_id = 'holder_x'", 'holder_id'],
  [
    'another holder of what was used',
    'invoice_usage',
    "UPDATE invoice_usage SET holder_id = 'holder_x' WHERE holder_id = 'holder_two'",
    'holder_id',
  ],
  [
    'an amount that an invoice lost',
    'invoice_usage',
    'UPDATE invoice_usage SET time_amount = NULL',
    'time_amount',
  ],
  [
    'an access under no policy',
    'session_usage',
    'UPDATE session_usage SET policy_version = NULL',
    'policy_version',
  ],
  ['a payment of a cent', 'payments', 'UPDATE payments SET amount = 1', 'amount'],
  [
    'records that nobody read',
    'usage_events',
    "UPDATE usage_events SET records = records + 1000 WHERE number = (SELECT min(number) FROM usage_events WHERE kind = 'read')",
    'records',
  ],
  [
    'another sum of a month',
    'usage_months',
    'UPDATE usage_months SET record_nanos = record_nanos + 1',
    'record_nanos',
  ],
  [
    'every posting doubled',
    'book_postings',
    'UPDATE book_postings SET amount = amount * 2',
    'amount',
  ],
  [
    'other prices',
    'rate_cards',
    "UPDATE rate_cards SET terms = json_set(terms, '$.record.rate', 5) WHERE rate_card_id = 'standard'",
    'terms',
  ],
  ['another fee', 'payout_preferences', 'UPDATE payout_preferences SET fee_bps = 1', 'fee_bps'],
  [
    "a lab's digest in another key's row",
    'api_keys',
    `CREATE TEMP TABLE lab AS SELECT digest FROM api_keys WHERE number = 1;
       UPDATE api_keys SET digest = 'gone' WHERE number = 1;
       UPDATE api_keys SET digest = (SELECT digest FROM lab) WHERE number = 2;
       DROP TABLE lab`,
    'digest',
  ],
];
