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
  DROP INDEX erasures_by_target;
  ALTER TABLE erasures DROP COLUMN target_id;
  ALTER TABLE erasures DROP COLUMN target_hash;
  ALTER TABLE erasures DROP COLUMN fields;
  -- What erasures took, by the entry that commits to it: a projection of their targets.
  CREATE TABLE erased_values (
    seq INTEGER NOT NULL, -- of the erasure
    target_seq INTEGER NOT NULL,
    field TEXT NOT NULL,
    PRIMARY KEY (seq, target_seq, field)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX erasures_by_target ON erased_values (target_seq, field);
  ${appendOnly('erased_values')}

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

  -- Values that are erased go from these columns; else they do not change.
  DROP TRIGGER sessions_no_update;
  CREATE TRIGGER sessions_no_update
    BEFORE UPDATE OF number, session_id, dataset, model_id, allowed_operations,
      snapshot_seq, created_at, expires_at, key_id, key
    ON sessions BEGIN SELECT RAISE(ABORT, 'these columns of sessions do not change'); END;
  CREATE TRIGGER sessions_words_stay BEFORE UPDATE OF purpose, operator ON sessions
    WHEN new.purpose NOT IN (old.purpose, '')
      OR (new.operator IS NOT NULL AND new.operator IS NOT old.operator)
    BEGIN SELECT RAISE(ABORT, 'these columns of sessions do not change'); END;
  DROP TRIGGER invoices_stay_over;
  CREATE TRIGGER invoices_stay_over BEFORE UPDATE ON invoices
    WHEN old.status IN ('PAID', 'CANCELED') AND NOT (new.cancel_reason IS NULL
      AND new.status = old.status AND new.paid_at IS old.paid_at AND new.canceled_at IS old.canceled_at)
    BEGIN SELECT RAISE(ABORT, 'an invoice that is over stays as it is'); END;
  DROP TRIGGER payouts_stay_over;
  CREATE TRIGGER payouts_stay_over BEFORE UPDATE ON payouts
    WHEN old.status <> 'PENDING' AND NOT (new.failure_reason IS NULL AND new.status = old.status
      AND new.completed_at IS old.completed_at AND new.failed_at IS old.failed_at)
    BEGIN SELECT RAISE(ABORT, 'a payout that is over stays as it is'); END;
  DROP TRIGGER api_keys_no_update;
  CREATE TRIGGER api_keys_no_update BEFORE UPDATE OF number, key_id, digest, role, account_id,
      holder_id, scopes, rate_limits, created_at, created_by, expires_at, person_id ON api_keys
    BEGIN SELECT RAISE(ABORT, 'what a key may do does not change'); END;
  CREATE TRIGGER api_keys_words_stay BEFORE UPDATE OF hint, name ON api_keys
    WHEN new.hint NOT IN (old.hint, '') OR new.name NOT IN (old.name, '')
    BEGIN SELECT RAISE(ABORT, 'what a key is called does not change'); END;
  DROP TRIGGER payment_methods_no_update;
  CREATE TRIGGER payment_methods_no_update BEFORE UPDATE ON payment_methods
    WHEN new.payment_method_id IS NOT old.payment_method_id OR new.account_id IS NOT old.account_id
      OR new.type IS NOT old.type OR new.created_at IS NOT old.created_at
      OR new.last4 NOT IN (old.last4, '') OR new.brand NOT IN (old.brand, '')
    BEGIN SELECT RAISE(ABORT, 'payment_methods is append-only'); END;
  DROP TRIGGER payments_no_update;
  CREATE TRIGGER payments_no_update BEFORE UPDATE ON payments
    WHEN new.number IS NOT old.number OR new.payment_id IS NOT old.payment_id
      OR new.invoice IS NOT old.invoice OR new.status IS NOT old.status
      OR new.amount IS NOT old.amount OR new.currency IS NOT old.currency
      OR new.paid_at IS NOT old.paid_at OR new.method NOT IN (old.method, '')
    BEGIN SELECT RAISE(ABORT, 'payments is append-only'); END;

  -- Rows that the schema makes hold canonical JSON, as facts do.
  UPDATE accounts SET address = '{"city":"","country":"","line1":"","postal_code":"","state":""}'
    WHERE account_id = 'default';
  DROP TRIGGER rate_cards_no_update;
  UPDATE rate_cards SET
    terms = '{"data":{"rate":0.12},"operation":{"rate":0.02},"record":{"rate":0.005},"time":{"rate":12.5}}'
    WHERE rate_card_id = 'standard';
  CREATE TRIGGER rate_cards_no_update BEFORE UPDATE ON rate_cards
    WHEN new.rate_card_id IS NOT old.rate_card_id OR new.version IS NOT old.version
      OR new.model IS NOT old.model OR new.terms IS NOT old.terms
      OR new.created_at IS NOT old.created_at OR new.name NOT IN (old.name, '')
    BEGIN SELECT RAISE(ABORT, 'rate_cards is append-only'); END;
`,
};
