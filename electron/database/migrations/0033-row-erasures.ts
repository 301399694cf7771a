/** Migration 33: rows of datasets that were erased, and by which entry. */
const appendOnly = (table: string) => `
  CREATE TRIGGER ${table}_no_update BEFORE UPDATE ON ${table}
    BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;
  CREATE TRIGGER ${table}_no_delete BEFORE DELETE ON ${table}
    BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;`;

export const rowErasuresMigration = {
  version: 33,
  name: 'row-erasures',
  sql: `
  -- A projection of ledger.rowerasure/v1 entries.
  CREATE TABLE row_erasures (
    seq INTEGER PRIMARY KEY,
    erasure_id TEXT NOT NULL, -- the same in all entries of one act
    dataset INTEGER NOT NULL REFERENCES datasets (number),
    scope TEXT NOT NULL CHECK (scope IN ('rows', 'dataset')),
    count INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX row_erasures_by_dataset ON row_erasures (dataset, seq);
  ${appendOnly('row_erasures')}
  CREATE TABLE tombstones (
    position INTEGER PRIMARY KEY, -- that of a row in dataset_rows
    seq INTEGER NOT NULL -- of the entry that erases it
  ) STRICT;
  CREATE INDEX tombstones_by_erasure ON tombstones (seq, position);
  ${appendOnly('tombstones')}

  DROP TRIGGER dataset_rows_no_delete;
  CREATE TRIGGER dataset_rows_no_delete BEFORE DELETE ON dataset_rows
    WHEN old.position % 68719476736 <=
        (SELECT record_count FROM datasets WHERE number = old.position >> 36)
      AND NOT EXISTS (SELECT 1 FROM tombstones AS t WHERE t.position = old.position)
    BEGIN SELECT RAISE(ABORT, 'dataset_rows is append-only'); END;

  -- The ids of erased rows go from the leaves of evidence.
  DROP TRIGGER evidence_no_update;
  CREATE TRIGGER evidence_no_update BEFORE UPDATE OF seq, evidence_id, subject_id, kind, session_id,
      dataset_id, created_at, action, method, record_count, previous_hash, hash, envelope, old_secret ON evidence
    BEGIN SELECT RAISE(ABORT, 'evidence is append-only'); END;
  `,
} as const;
