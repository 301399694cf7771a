/**
 * Migration 48: with a dataset that is erased as a whole go its key and the keys of its grants; and what a restore took
 * back of the ε that was spent on a dataset is kept.
 */
const isErased = (dataset: string) =>
  `EXISTS (SELECT 1 FROM row_erasures AS e WHERE e.dataset = ${dataset} AND e.scope = 'dataset')`;

/** Receipts that no batch covers need the keys once more. */
const hasOpenReceipts = (dataset: string) => `EXISTS (
    SELECT 1 FROM sessions AS s JOIN session_usage AS u ON u.session = s.number
    WHERE s.dataset = ${dataset}
      AND u.line > (SELECT coalesce(max(b.last), 0) FROM batches AS b WHERE b.table_name = 'session_usage'))`;

export const erasedKeysMigration = {
  version: 48,
  name: 'erased-keys',
  sql: `
  DROP TRIGGER datasets_no_update;
  ALTER TABLE datasets ADD COLUMN kept_key BLOB; -- 32 bytes; null once the dataset is erased
  UPDATE datasets SET kept_key = key;
  ALTER TABLE datasets DROP COLUMN key;
  ALTER TABLE datasets RENAME COLUMN kept_key TO key;
  CREATE TRIGGER datasets_no_update BEFORE UPDATE OF number, dataset_id, holder_id, created_at, key_id
    ON datasets BEGIN SELECT RAISE(ABORT, 'these columns of datasets do not change'); END;
  CREATE TRIGGER datasets_key_stays BEFORE UPDATE OF key ON datasets
    WHEN new.key IS NOT NULL OR NOT ${isErased('old.number')}
    BEGIN SELECT RAISE(ABORT, 'the key of a dataset goes with its erasure'); END;

  -- Millionths of ε that answers spent in ledgers which restores replaced; null for none.
  ALTER TABLE datasets ADD COLUMN replaced_micro INTEGER;

  DROP TRIGGER grants_key_stays;
  CREATE TRIGGER grants_key_id_stays BEFORE UPDATE OF key_id ON grants
    BEGIN SELECT RAISE(ABORT, 'these columns of grants do not change'); END;
  CREATE TRIGGER grants_key_stays BEFORE UPDATE OF key ON grants
    WHEN new.key IS NOT NULL OR NOT ${isErased('old.dataset')}
    BEGIN SELECT RAISE(ABORT, 'the key of a grant goes with the erasure of its dataset'); END;

  UPDATE grants SET key = NULL
    WHERE ${isErased('grants.dataset')} AND NOT ${hasOpenReceipts('grants.dataset')};
  UPDATE datasets SET key = NULL
    WHERE ${isErased('datasets.number')} AND NOT ${hasOpenReceipts('datasets.number')};
  `,
} as const;
