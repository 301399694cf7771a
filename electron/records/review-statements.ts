/** The SQL that finds the records which wait for a person; the same fold as `decision-in-effect`. */

const notReplaced = `NOT EXISTS (SELECT 1 FROM interventions AS later
    WHERE later.record_id = i.record_id AND later.supersedes = i.id)`;

/** The interventions that decide or ask for a decision, and that no later one replaced. */
const standing = `action IN ('approve', 'modify', 'override', 'reverse', 'escalate')
  AND ${notReplaced}`;

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

const ofModel = (condition: string) =>
  `SELECT CAST(group_concat(position) AS BLOB) FROM records
    WHERE model_id = ? AND position > ? AND ${condition}`;

export const reviewStatements = {
  escalated: lastWordIs("last.action = 'escalate'"),
  second_actor: lastWordIs("last.action <> 'escalate' AND last.meaning = 'proposal'"),
  /** Records on which somebody has the last word: no profile asks for a review of them any more. */
  answered: `SELECT CAST(group_concat(r.position) AS BLOB) FROM records AS r
    WHERE r.intervention_count > 0 AND r.position > ? AND EXISTS (
      SELECT 1 FROM interventions AS i WHERE i.record_id = r.id AND ${standing})`,
  below: ofModel('(confidence IS NULL OR confidence < ?)'),
  outputs: `SELECT r.position, p.value FROM records AS r
    JOIN payloads AS p ON p.seq = r.seq AND p.field = 'output'
    WHERE r.model_id = ? AND r.position > ? ORDER BY r.position`,
  /** The same by the facts of a profile that are complete: texts of its outcomes, and where they stand. */
  outcomes: `SELECT id, value FROM decision_values WHERE profile = ? AND slot = 'outcome'`,
  withOutcomes: `SELECT CAST(group_concat(position) AS BLOB) FROM decision_facts
    WHERE profile = ? AND position > ? AND outcome IN (SELECT value FROM json_each(?))`,
  // A blob that begins with the same bytes is greater: the hash is below where its first bytes are.
  drawn: ofModel('hash < ?'),
  // The model is compared with each that somebody acted on: its index has all its records.
  /** Decided, drawn for a second review by the next bytes of the hash, and without one. */
  second_review: `SELECT CAST(group_concat(r.position) AS BLOB) FROM records AS r
    WHERE r.intervention_count > 0 AND r.position > @after AND +r.model_id = @model
      AND substr(r.hash, 5, 4) < @beyond
      AND (SELECT i.action <> 'escalate' AND i.meaning IS NOT 'proposal' FROM interventions AS i
        WHERE i.record_id = r.id AND ${standing} ORDER BY i.n DESC LIMIT 1)
      AND NOT EXISTS (SELECT 1 FROM interventions AS i
        WHERE i.record_id = r.id AND i.meaning = 'second_review' AND ${notReplaced})`,
  lastErasure: 'SELECT max(seq) FROM erasures',
  /** Records that were reviewed a second time. */
  reviewedAgain: `SELECT DISTINCT r.position, r.id, r.seq, r.model_id
    FROM interventions AS i JOIN records AS r ON r.id = i.record_id
    WHERE i.meaning = 'second_review' AND r.position > ? ORDER BY r.position`,
} as const;
