/** The SQL of the queue, by name, so that a test can read the plan of each statement. */

const record = `SELECT r.position, r.seq, r.id, r.model_id, r.created_at, r.confidence, r.policy_id, lower(hex(r.hash)) AS hash,
    a.assignee
  FROM records AS r LEFT JOIN review_assignments AS a ON a.record_id = r.id`;

const positionsOf = (condition: string) =>
  `SELECT CAST(group_concat(r.position) AS BLOB)
    FROM review_assignments AS a JOIN records AS r ON r.id = a.record_id ${condition}`;

export const reviewQueueStatements = {
  last: 'SELECT max(position) FROM records',
  placed: 'SELECT id, model_id, created_at FROM records WHERE position = ?',
  firstFrom: `SELECT position FROM records WHERE created_at >= ?
    ORDER BY created_at, position LIMIT 1`,
  assigned: positionsOf(''),
  assignedTo: positionsOf('WHERE a.assignee = ?'),

  recordAt: `${record} WHERE r.position = ?`,
  recordById: `${record} WHERE r.id = ?`,
  dueOfRequest: 'SELECT due FROM person_requests WHERE request_number = ?',
  value: 'SELECT value FROM payloads WHERE seq = ? AND field = ?',
  newestOutputs: `SELECT p.value FROM records AS r
    JOIN payloads AS p ON p.seq = r.seq AND p.field = 'output'
    WHERE r.model_id = ? ORDER BY r.position DESC LIMIT ?`,

  assignment: 'SELECT assignee FROM review_assignments WHERE record_id = ?',
  assign: `INSERT INTO review_assignments (record_id, assignee, assigned_at) VALUES (?, ?, ?)
    ON CONFLICT (record_id) DO UPDATE SET assignee = excluded.assignee, assigned_at = excluded.assigned_at`,
  unassign: 'DELETE FROM review_assignments WHERE record_id = ?',
} as const;

/** Statements that read a whole table by intent: only assignments, of which there are few. */
export const walks: readonly string[] = ['assigned'];
