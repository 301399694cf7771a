/** The SQL that finds the records which wait for a person; the same fold as `decision-in-effect`. */

/** The interventions that decide or ask for a decision, and that no later one replaced. */
const standing = `action IN ('approve', 'modify', 'override', 'reverse', 'escalate')
  AND NOT EXISTS (SELECT 1 FROM interventions AS later
    WHERE later.record_id = i.record_id AND later.supersedes = i.id)`;

/** Records whose last word is an escalation or a proposal: only those that ever had one are looked at. */
const lastWordIs = (condition: string) =>
  `SELECT CAST(group_concat(r.position) AS BLOB) FROM (
    SELECT record_id, max(n), action, meaning FROM interventions AS i
    WHERE record_id IN (SELECT record_id FROM interventions
        WHERE action = 'escalate' OR meaning = 'proposal')
      AND ${standing}
    GROUP BY record_id
  ) AS last JOIN records AS r ON r.id = last.record_id
  WHERE ${condition} AND r.position > ?`;

export const reviewStatements = {
  revision: 'SELECT max(revision) FROM review_policies',
  escalated: lastWordIs("last.action = 'escalate'"),
  second_actor: lastWordIs("last.action <> 'escalate' AND last.meaning = 'proposal'"),
  policy: `SELECT CAST(group_concat(r.position) AS BLOB)
    FROM review_policies AS p CROSS JOIN records AS r ON r.policy_id = p.policy_id
    WHERE p.review_below IS NOT NULL AND r.position > ?
      AND (r.confidence IS NULL OR r.confidence < p.review_below)
      AND (r.intervention_count = 0 OR NOT EXISTS (
        SELECT 1 FROM interventions AS i WHERE i.record_id = r.id AND ${standing}))`,
} as const;
