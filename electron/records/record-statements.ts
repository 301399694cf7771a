/** The SQL that finds and reads records, by name, so that a test can read the plan of each statement. */
import { columnStatements } from '../oversight/column-statements.ts';

const recordColumns = `position, seq, id, model_id, created_at, confidence, policy_id, hash,
  previous_hash, intervention_count`;

/**
 * Positions come out as one text, "12,15,19": for hundreds of thousands of them that is three times
 * as fast as a row each. Their order is that of the index; `parsePositions` sorts what is not.
 */
const positionsWhere = (condition: string) =>
  `SELECT CAST(group_concat(position) AS BLOB) FROM records WHERE ${condition}`;

export const recordStatements = {
  modelIds: columnStatements.modelIds,
  countOfModel: 'SELECT count(*) FROM records WHERE model_id = ?',
  lastPosition: 'SELECT max(position) FROM records',
  lastSeq: 'SELECT max(seq) FROM entries',

  recordAt: `SELECT ${recordColumns} FROM records WHERE position = ?`,
  recordById: `SELECT ${recordColumns} FROM records WHERE id = ?`,
  erased: 'SELECT field FROM erased_values WHERE target_seq = ?',
  payloads: 'SELECT field, value FROM payloads WHERE seq = ?',
  output: "SELECT value FROM payloads WHERE seq = ? AND field = 'output'",
  // Of a value that is left out its length is read and no more. Without an end: the comparison with it
  // would read the whole value.
  briefPayloadsFrom: `SELECT seq, field, octet_length(value),
      CASE WHEN field IN ('output', 'transaction_id') AND octet_length(value) <= @most THEN value END
    FROM payloads WHERE seq >= @seq ORDER BY seq, field`,

  // Borders of position ranges: created_at never decreases, and seq increases with position.
  firstFrom: `SELECT position FROM records WHERE created_at >= ?
    ORDER BY created_at, position LIMIT 1`,
  lastUpTo: `SELECT position FROM records WHERE created_at <= ?
    ORDER BY created_at DESC, position DESC LIMIT 1`,
  firstAfterSeq: 'SELECT position FROM records WHERE seq > ? ORDER BY seq LIMIT 1',
  lastBeforeSeq: 'SELECT position FROM records WHERE seq < ? ORDER BY seq DESC LIMIT 1',

  // The first or last pages of one model, without the list of all its positions.
  modelCount: 'SELECT count(*) FROM records WHERE model_id = ? AND position BETWEEN ? AND ?',
  modelAscending: `SELECT position FROM records WHERE model_id = ? AND position BETWEEN ? AND ?
    ORDER BY position LIMIT ? OFFSET ?`,
  modelDescending: `SELECT position FROM records WHERE model_id = ? AND position BETWEEN ? AND ?
    ORDER BY position DESC LIMIT ? OFFSET ?`,
  writerPositions: positionsWhere('account_id = ? AND position > ?'),
  modelPositions: positionsWhere('model_id = ? AND position > ?'),
  transactionPositions: positionsWhere('transaction_id = ? AND position > ?'),
  intervenedPositions: positionsWhere('intervention_count > 0 AND position > ?'),
  idPositions: positionsWhere('id = ? AND position > ?'),
  hashPositions: positionsWhere('hash BETWEEN ? AND ? AND position > ?'),
  wordPositions: `SELECT CAST(group_concat(rowid) AS BLOB) FROM records_search
    WHERE records_search MATCH ? AND rowid > ?`,
} as const;
