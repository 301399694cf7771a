/**
 * Migration 10: facts, batches and people, and the columns that go with them. A ledger from before it has rows that
 * no fact tells of: it cannot be brought here.
 */

const appendOnly = (table: string) => `
  CREATE TRIGGER ${table}_no_update BEFORE UPDATE ON ${table}
    BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;
  CREATE TRIGGER ${table}_no_delete BEFORE DELETE ON ${table}
    BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;`;

export const proofMigration = {
  version: 10,
  name: 'proof',
  isBeginning: true,
  sql: `
  -- A projection of ledger.fact/v1 entries: which row of which table each is about.
  CREATE TABLE facts (
    seq INTEGER PRIMARY KEY,
    table_name TEXT NOT NULL,
    row TEXT NOT NULL -- its key; a composite one as JSON
  ) STRICT;
  CREATE INDEX facts_by_row ON facts (table_name, row, seq);
  ${appendOnly('facts')}

  -- A projection of ledger.batch/v1 entries, with the leaves that give their roots.
  CREATE TABLE batches (
    seq INTEGER PRIMARY KEY,
    table_name TEXT NOT NULL,
    dataset INTEGER, -- of dataset_rows alone
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    leaves BLOB NOT NULL -- 32 bytes each
  ) STRICT;
  CREATE UNIQUE INDEX batches_by_line ON batches (table_name, coalesce(dataset, 0), first);
  ${appendOnly('batches')}
  -- Batches vouch for the audit log as well.
  DROP TABLE audit_anchors;

  -- A projection of ledger.index/v1 entries.
  CREATE TABLE subject_indexes (
    seq INTEGER PRIMARY KEY
  ) STRICT;
  ${appendOnly('subject_indexes')}

  CREATE TABLE people (
    number INTEGER PRIMARY KEY,
    person_id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    holder_id TEXT,
    account_id TEXT,
    vkey TEXT NOT NULL,
    enrolled_at TEXT NOT NULL,
    revoked_at TEXT,
    reason TEXT,
    sealed TEXT -- proofdesk.person-key/v1, opened by its passphrase alone
  ) STRICT;

  -- Signatures of people, as JSON; two people are two signatures.
  ALTER TABLE interventions DROP COLUMN second_actor_id;
  ALTER TABLE interventions DROP COLUMN second_actor_role;
  ALTER TABLE interventions ADD COLUMN signature TEXT;
  ALTER TABLE erasures ADD COLUMN signature TEXT;
  ALTER TABLE erasures ADD COLUMN approval TEXT;

  ALTER TABLE rate_card_assignments ADD COLUMN assignment_id TEXT;
  CREATE UNIQUE INDEX rate_card_assignments_by_id ON rate_card_assignments (assignment_id);
  ALTER TABLE payment_methods ADD COLUMN account_id TEXT;
  CREATE INDEX payment_methods_by_account ON payment_methods (account_id, created_at);
  DROP TABLE ownerships;
  -- That an invoice is overdue follows from its due day: it is stored nowhere.
  DROP INDEX invoices_unpaid;
  DROP INDEX invoices_unpaid_of_account;
  CREATE INDEX invoices_unpaid ON invoices (due_day) WHERE status = 'PENDING';
  CREATE INDEX invoices_unpaid_of_account ON invoices (account_id, due_day) WHERE status = 'PENDING';
  ALTER TABLE sessions ADD COLUMN opened_by TEXT;
  DROP TABLE session_openers;
  ALTER TABLE api_keys ADD COLUMN person_id TEXT;
  ALTER TABLE records ADD COLUMN account_id TEXT; -- whose key wrote it
  CREATE INDEX records_by_account ON records (account_id) WHERE account_id IS NOT NULL;
  DROP TABLE record_writers;
  ALTER TABLE models ADD COLUMN account_id TEXT;
  CREATE INDEX models_by_account ON models (account_id, model_id) WHERE account_id IS NOT NULL;
  ALTER TABLE dataset_rows ADD COLUMN salt BLOB;
  ALTER TABLE vault ADD COLUMN session INTEGER;

  -- Rows that the schema makes hold canonical JSON, as facts do.
  UPDATE accounts SET address = '{"city":"","country":"","line1":"","postal_code":"","state":""}'
    WHERE account_id = 'default';
  DROP TRIGGER rate_cards_no_update;
  UPDATE rate_cards SET
    terms = '{"data":{"rate":0.12},"operation":{"rate":0.02},"record":{"rate":0.005},"time":{"rate":12.5}}'
    WHERE rate_card_id = 'standard';
  CREATE TRIGGER rate_cards_no_update BEFORE UPDATE ON rate_cards
    BEGIN SELECT RAISE(ABORT, 'rate_cards is append-only'); END;
`,
};
