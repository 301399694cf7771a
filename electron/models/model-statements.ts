/** The SQL of the model registry, by name, so that a test can read the plan of each statement. */

const cardColumns = `seq, id, model_id, version, created_at, model_hash, training_date, framework,
  performance, fairness, intended_use, limitations, lower(hex(hash)) AS hash`;

const checkColumns = `seq, id, model_id, version, created_at, method, outcome, expected, actual, name,
  files, bytes`;

const highestFirst = 'ORDER BY major DESC, minor DESC, patch DESC';

/** The next model_id after another: one step in the index, however many versions each model has. */
const nextModel = '(SELECT min(model_id) FROM models WHERE model_id > each.model_id)';

const everyModel = `WITH RECURSIVE each (model_id) AS (
    SELECT min(model_id) FROM models
    UNION ALL SELECT ${nextModel} FROM each WHERE each.model_id IS NOT NULL
  )`;

export const modelStatements = {
  latest: `SELECT ${cardColumns} FROM models WHERE model_id = ? ${highestFirst} LIMIT 1`,
  version: `SELECT ${cardColumns} FROM models
    WHERE model_id = ? AND major = ? AND minor = ? AND patch = ?`,
  versions: `SELECT ${cardColumns} FROM models WHERE model_id = ? ${highestFirst}`,
  versionCount: 'SELECT count(*) FROM models WHERE model_id = ?',
  inForce: `SELECT ${cardColumns} FROM models WHERE model_id = ? AND seq < ?
    ${highestFirst} LIMIT 1`,
  list: `${everyModel}
    SELECT each.model_id, (SELECT version FROM models AS m WHERE m.model_id = each.model_id
      ${highestFirst} LIMIT 1) AS version
    FROM each WHERE each.model_id IS NOT NULL ORDER BY each.model_id`,
  count: `${everyModel} SELECT count(*) FROM each WHERE each.model_id IS NOT NULL`,
  page: `${everyModel} SELECT each.model_id FROM each WHERE each.model_id IS NOT NULL
    ORDER BY each.model_id LIMIT ? OFFSET ?`,
  listOwn: `SELECT o.model_id, (SELECT version FROM models AS m
      WHERE m.model_id = o.model_id ${highestFirst} LIMIT 1) AS version
    FROM models AS o WHERE o.account_id = ? GROUP BY o.model_id ORDER BY o.model_id`,
  countOwn: 'SELECT count(DISTINCT model_id) FROM models WHERE account_id = ?',
  pageOwn: `SELECT DISTINCT model_id FROM models WHERE account_id = ?
    ORDER BY model_id LIMIT ? OFFSET ?`,
  lastCheck: `SELECT ${checkColumns} FROM artifact_checks WHERE model_id = ? AND version = ?
    ORDER BY seq DESC LIMIT 1`,
  checks: `SELECT ${checkColumns} FROM artifact_checks WHERE model_id = ?
    ORDER BY seq DESC LIMIT ? OFFSET ?`,
  checksOfVersion: `SELECT ${checkColumns} FROM artifact_checks WHERE model_id = ? AND version = ?
    ORDER BY seq DESC LIMIT ? OFFSET ?`,
  checkCount: 'SELECT count(*) FROM artifact_checks WHERE model_id = ?',
  checkCountOfVersion: 'SELECT count(*) FROM artifact_checks WHERE model_id = ? AND version = ?',
} as const;
