/** Migration 44: columns of datasets in chunks, which filters and groups read instead of rows. */
export const datasetColumnsMigration = {
  version: 44,
  name: 'dataset-columns',
  sql: `
  CREATE TABLE dataset_columns (
    dataset INTEGER NOT NULL,
    path TEXT NOT NULL, -- empty: what the rows of the chunk hold besides its columns
    chunk INTEGER NOT NULL, -- from 0: of 16,384 rows each
    encoding TEXT NOT NULL,
    rows INTEGER NOT NULL, -- from its first row on
    data BLOB NOT NULL,
    PRIMARY KEY (dataset, path, chunk)
  ) STRICT;
  CREATE INDEX dataset_columns_by_chunk ON dataset_columns (dataset, chunk);
  `,
} as const;
