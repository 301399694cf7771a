/**
 * Migration 25: use is priced by its month, under one rate card for each account and month. Sessions have no card of
 * their own; what invoices hold is told by volumes and amounts; a reprice is a kind of event. What was priced and
 * billed before stays as it was asked.
 */

const volumes = `
    micro_hours INTEGER NOT NULL DEFAULT 0,
    records INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0,
    operations INTEGER NOT NULL DEFAULT 0`;
const costs = `
    time_nanos INTEGER NOT NULL DEFAULT 0,
    record_nanos INTEGER NOT NULL DEFAULT 0,
    data_nanos INTEGER NOT NULL DEFAULT 0,
    operation_nanos INTEGER NOT NULL DEFAULT 0`;
const figures = `micro_hours, records, bytes, operations, time_nanos, record_nanos, data_nanos,
    operation_nanos`;
const sums = figures
  .split(/,\s+/)
  .map((name) => `sum(${name})`)
  .join(', ');
const sessionColumns = `number, session_id, account_id, dataset_id, holder_id, model_id, opened_at,
    elapsed_seconds, blocked_seconds, active_seconds, accesses, last_access_at, is_over, updated_at,
    reads, filters, transforms, trains, ${figures}`;
const spanColumns = 'session, first_day, last_day, begun_day, account_id, dataset_id, model_id';
const eventColumns = `number, account_id, source, session, at, day, kind, ${figures}`;
const usageTo = (invoice: string) =>
  `(SELECT json_extract(bytes, '$.usage_to') FROM entries WHERE seq = ${invoice}.entry_seq)`;

export const monthPricesMigration = {
  version: 25,
  name: 'month-prices',
  sql: `
  ALTER TABLE rate_card_assignments ADD COLUMN discount_bps INTEGER; -- null for none
  ALTER TABLE rate_card_assignments ADD COLUMN reason TEXT;
  -- The last metered event before it; null in ledgers from before.
  ALTER TABLE rate_card_assignments ADD COLUMN after_event INTEGER;
  DROP TRIGGER rate_card_assignments_no_update;
  CREATE TRIGGER rate_card_assignments_no_update BEFORE UPDATE ON rate_card_assignments
    WHEN new.number IS NOT old.number OR new.account_id IS NOT old.account_id
      OR new.month IS NOT old.month OR new.rate_card_id IS NOT old.rate_card_id
      OR new.version IS NOT old.version OR new.assigned_at IS NOT old.assigned_at
      OR new.assignment_id IS NOT old.assignment_id OR new.discount_bps IS NOT old.discount_bps
      OR new.after_event IS NOT old.after_event
      OR (new.reason IS NOT NULL AND new.reason IS NOT old.reason)
    BEGIN SELECT RAISE(ABORT, 'rate_card_assignments is append-only'); END;

  -- What documents hold of the use of a month. What is not in a document in force is not billed.
  CREATE TABLE billed_volumes (
    invoice INTEGER NOT NULL REFERENCES invoices (number),
    month TEXT NOT NULL,
    dataset_id TEXT NOT NULL,
    holder_id TEXT NOT NULL,
    ${volumes},
    -- Minor units of the lines of each dimension; null in documents from before, whose sum is in nanos.
    time_amount INTEGER,
    record_amount INTEGER,
    data_amount INTEGER,
    operation_amount INTEGER,
    nanos INTEGER,
    PRIMARY KEY (invoice, month, dataset_id)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO billed_volumes (invoice, month, dataset_id, holder_id, micro_hours, records, bytes, operations, nanos)
    SELECT u.invoice, u.month, u.dataset_id, u.holder_id, coalesce(sum(e.micro_hours), 0),
      coalesce(sum(e.records), 0), coalesce(sum(e.bytes), 0), coalesce(sum(e.operations), 0),
      u.time_nanos + u.record_nanos + u.data_nanos + u.operation_nanos
    FROM invoice_usage AS u JOIN invoices AS i ON i.number = u.invoice
    LEFT JOIN billed_sessions AS s ON s.account_id = i.account_id AND s.dataset_id = u.dataset_id
    LEFT JOIN usage_events AS e ON e.session = s.number AND e.account_id = i.account_id
      AND e.day >= u.month AND e.day < date(u.month, '+1 month') AND e.number <= ${usageTo('i')}
      -- What an earlier document in force holds is not in this one.
      AND e.number > coalesce((SELECT max(${usageTo('p')}) FROM invoices AS p
        JOIN invoice_usage AS w ON w.invoice = p.number AND w.month = u.month AND w.dataset_id = u.dataset_id
        WHERE p.account_id = i.account_id AND p.number < i.number AND p.status <> 'CANCELED'), 0)
    GROUP BY u.invoice, u.month, u.dataset_id;
  DROP TABLE invoice_usage;
  ALTER TABLE billed_volumes RENAME TO invoice_usage;
  CREATE INDEX invoice_usage_by_holder ON invoice_usage (holder_id, invoice);
  CREATE TRIGGER invoice_usage_no_update BEFORE UPDATE ON invoice_usage
    BEGIN SELECT RAISE(ABORT, 'invoice_usage is append-only'); END;
  CREATE TRIGGER invoice_usage_no_delete BEFORE DELETE ON invoice_usage
    BEGIN SELECT RAISE(ABORT, 'invoice_usage is append-only'); END;

  CREATE TABLE months_by_dataset (
    account_id TEXT NOT NULL,
    month TEXT NOT NULL,
    dataset_id TEXT NOT NULL,
    holder_id TEXT NOT NULL,
    ${volumes}, ${costs},
    PRIMARY KEY (account_id, month, dataset_id)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO months_by_dataset
    SELECT e.account_id, substr(e.day, 1, 7) || '-01' AS month, s.dataset_id, s.holder_id,
      sum(e.micro_hours), sum(e.records), sum(e.bytes), sum(e.operations),
      sum(e.time_nanos), sum(e.record_nanos), sum(e.data_nanos), sum(e.operation_nanos)
    FROM usage_days AS e JOIN billed_sessions AS s ON s.number = e.session
    GROUP BY e.account_id, month, s.dataset_id;
  DROP TABLE usage_months;
  ALTER TABLE months_by_dataset RENAME TO usage_months;
  CREATE INDEX usage_months_by_holder ON usage_months (holder_id, month);

  CREATE TABLE counters_by_month (
    account_id TEXT NOT NULL,
    month TEXT NOT NULL,
    ${volumes}, ${costs},
    PRIMARY KEY (account_id, month)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO counters_by_month SELECT account_id, month, ${sums} FROM usage_counters
    GROUP BY account_id, month;
  DROP TABLE usage_counters;
  ALTER TABLE counters_by_month RENAME TO usage_counters;

  -- Sessions without a card, and the tables that stand on them.
  CREATE TABLE kept_events AS SELECT ${eventColumns} FROM usage_events ORDER BY number;
  CREATE TABLE kept_spans AS SELECT ${spanColumns} FROM usage_spans;
  CREATE TABLE kept_sessions AS SELECT ${sessionColumns} FROM billed_sessions;
  DROP TABLE usage_events;
  DROP TABLE usage_spans;
  DROP TABLE billed_sessions;
  CREATE TABLE billed_sessions (
    number INTEGER PRIMARY KEY,
    session_id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    dataset_id TEXT NOT NULL,
    holder_id TEXT NOT NULL,
    model_id TEXT NOT NULL, -- empty for none
    opened_at TEXT NOT NULL,
    -- Whole seconds since opened_at that were looked at, and those of them that were not charged.
    elapsed_seconds INTEGER NOT NULL DEFAULT 0,
    blocked_seconds INTEGER NOT NULL DEFAULT 0,
    active_seconds INTEGER NOT NULL DEFAULT 0,
    accesses INTEGER NOT NULL DEFAULT 0,
    last_access_at TEXT,
    is_over INTEGER NOT NULL DEFAULT 0, -- its time will not go on
    updated_at TEXT NOT NULL,
    reads INTEGER NOT NULL DEFAULT 0,
    filters INTEGER NOT NULL DEFAULT 0,
    transforms INTEGER NOT NULL DEFAULT 0,
    trains INTEGER NOT NULL DEFAULT 0,
    ${volumes}, ${costs}
  ) STRICT;
  INSERT INTO billed_sessions (${sessionColumns}) SELECT ${sessionColumns} FROM kept_sessions;
  DROP TABLE kept_sessions;
  CREATE INDEX billed_sessions_running ON billed_sessions (number) WHERE is_over = 0;
  CREATE INDEX billed_sessions_of_account ON billed_sessions (account_id, number) WHERE is_over = 0;
  CREATE INDEX billed_sessions_by_account ON billed_sessions (account_id, number);
  CREATE TRIGGER billed_sessions_no_delete BEFORE DELETE ON billed_sessions
    BEGIN SELECT RAISE(ABORT, 'billed_sessions is append-only'); END;
  CREATE TABLE usage_spans (
    session INTEGER NOT NULL REFERENCES billed_sessions (number),
    first_day TEXT NOT NULL,
    last_day TEXT NOT NULL,
    begun_day TEXT NOT NULL, -- on which the session was first used
    account_id TEXT NOT NULL,
    dataset_id TEXT NOT NULL,
    model_id TEXT NOT NULL,
    PRIMARY KEY (session, first_day)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO usage_spans (${spanColumns}) SELECT ${spanColumns} FROM kept_spans;
  DROP TABLE kept_spans;
  CREATE INDEX usage_spans_by_beginning ON usage_spans (begun_day);
  -- Everything that was metered. A correction is an event of its own, and so is another price for what was used.
  CREATE TABLE usage_events (
    number INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL,
    source TEXT NOT NULL, -- the fact behind it: an access of a session, a tick of its time, or what repriced it
    session INTEGER NOT NULL REFERENCES billed_sessions (number),
    at TEXT NOT NULL,
    day TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('time', 'read', 'filter', 'transform', 'train', 'analyze', 'validate',
      'correction', 'reprice')),
    ${volumes}, ${costs},
    UNIQUE (account_id, source)
  ) STRICT;
  INSERT INTO usage_events (${eventColumns}) SELECT ${eventColumns} FROM kept_events ORDER BY number;
  DROP TABLE kept_events;
  CREATE TRIGGER usage_events_no_update BEFORE UPDATE ON usage_events
    BEGIN SELECT RAISE(ABORT, 'usage_events is append-only'); END;
  CREATE TRIGGER usage_events_no_delete BEFORE DELETE ON usage_events
    BEGIN SELECT RAISE(ABORT, 'usage_events is append-only'); END;
  `,
} as const;
