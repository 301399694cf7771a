/** Migration 9: who opened a session, since nobody but its account and they may use it. */

export const sessionOpenersMigration = {
  version: 9,
  name: 'session-openers',
  sql: `
  CREATE TABLE session_openers (
    session_id TEXT PRIMARY KEY,
    opened_by TEXT NOT NULL -- 'operator', or the id of an API key
  ) STRICT, WITHOUT ROWID;

  -- Of older sessions it is not known: those for nobody's account in particular were the operator's.
  INSERT INTO session_openers
  SELECT s.session_id, 'operator' FROM sessions AS s
  LEFT JOIN billed_sessions AS b ON b.session_id = s.session_id
  WHERE coalesce(b.account_id, 'default') = 'default';
`,
};
