/** The SQL that columns in memory are read by, by name, so that a test can read the plan of each. */
import { factValueStatements } from './fact-values.ts';

const members = `f.position, f.outcome, f.effect, f.version, f.decided_ms, f.decided_from, f.amount,
  f.g1, f.g2, f.g3, f.g4, f.c1, f.c2, f.c3, f.c4, f.c5, f.c6, f.c7, f.c8, f.first_review_ms, f.changed,
  r.confidence, r.policy_id`;

export const columnStatements = {
  /** All that models of the ledger are read by, in one text: it differs where columns are to be made anew. */
  applied: `SELECT coalesce(group_concat(profile || state), '') FROM applied_profiles`,
  newestProfile: 'SELECT coalesce(max(number), 0) FROM profiles',
  lastSeq: 'SELECT coalesce(max(seq), -1) FROM entries',
  lastPosition: 'SELECT coalesce(max(position), 0) FROM records',
  erasedSince: 'SELECT 1 FROM erased_values WHERE seq > ? LIMIT 1',
  /** Steps from one model to the next in the index: as quick as there are models. */
  modelIds: `WITH RECURSIVE model (id) AS (
      SELECT min(model_id) FROM records
      UNION ALL
      SELECT (SELECT min(model_id) FROM records WHERE model_id > model.id) FROM model
      WHERE model.id IS NOT NULL)
    SELECT id FROM model WHERE id IS NOT NULL`,

  facts: `SELECT ${members} FROM decision_facts AS f CROSS JOIN records AS r ON r.position = f.position
    WHERE f.profile = ? AND f.position > ? ORDER BY f.position LIMIT ?`,
  factsAt: `SELECT ${members} FROM decision_facts AS f CROSS JOIN records AS r ON r.position = f.position
    WHERE f.profile = ? AND f.position = ?`,
  value: 'SELECT value FROM decision_values WHERE id = ?',
  id: factValueStatements.id,
  touched: `SELECT r.position FROM interventions AS i CROSS JOIN records AS r ON r.id = i.record_id
    WHERE i.seq > ? AND r.model_id = ?`,
  /** When a record began to wait for a person: as it was recorded, or as it was first escalated. */
  waits: `SELECT r.created_at, (SELECT min(i.created_at) FROM interventions AS i
      WHERE i.record_id = r.id AND i.action = 'escalate') FROM records AS r WHERE r.position = ?`,

  /** Of a model, those with a lesser hash. */
  drawn: `SELECT position FROM records
    WHERE model_id = ? AND position > ? AND position <= ? AND hash < ?`,

  /** Of a model whose decisions have no facts. */
  bare: `SELECT position, created_at, confidence, policy_id FROM records
    WHERE model_id = ? AND position > ? ORDER BY position LIMIT ?`,
  /** When the decisions of a model were recorded, where its profile has another time. */
  recorded: `SELECT position, created_at FROM records
    WHERE model_id = ? AND position > ? AND position <= ? ORDER BY position`,
  transactions: `SELECT position FROM records
    WHERE model_id = ? AND transaction_id IS NOT NULL AND position > ? ORDER BY position`,
  transactionPositions: 'SELECT position FROM records WHERE transaction_id = ? AND model_id = ?',
  writerPositions: `SELECT position FROM records
    WHERE account_id = ? AND position > ? AND +model_id = ? ORDER BY position`,
} as const;
