/** Migration 4: accounts, rate cards, metered usage with its roll-ups, invoices, payments, payouts, limits, books. */

const appendOnly = (table: string) => `
  CREATE TRIGGER ${table}_no_update BEFORE UPDATE ON ${table}
    BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;
  ${noDelete(table)}`;

const noDelete = (table: string) => `
  CREATE TRIGGER ${table}_no_delete BEFORE DELETE ON ${table}
    BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;`;

/** Volumes and costs; costs in nanos. */
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

export const billingMigration = {
  version: 4,
  name: 'billing',
  sql: `
  -- Days and months are TEXT, YYYY-MM-DD, a month by its first day; amounts are cents unless they are nanos.
  CREATE TABLE accounts (
    account_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    address TEXT NOT NULL, -- JSON object
    tax_bps INTEGER NOT NULL,
    terms_days INTEGER NOT NULL,
    suspend_overdue INTEGER NOT NULL, -- whether an overdue invoice suspends
    created_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX accounts_that_suspend ON accounts (account_id) WHERE suspend_overdue = 1;
  INSERT INTO accounts VALUES ('default', 'Default account', 'billing@proofdesk.example',
    '{"line1":"","city":"","state":"","postal_code":"","country":""}', 0, 30, 0,
    '1970-01-01T00:00:00.000Z');

  CREATE TABLE suspensions (
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    cause TEXT NOT NULL CHECK (cause IN ('LIMIT', 'OVERDUE', 'MANUAL')),
    since TEXT NOT NULL,
    until TEXT, -- of a limit: when its period ends
    reason TEXT NOT NULL,
    PRIMARY KEY (account_id, cause)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX suspensions_overdue ON suspensions (account_id) WHERE cause = 'OVERDUE';

  CREATE TABLE rate_cards (
    rate_card_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    name TEXT NOT NULL,
    model TEXT NOT NULL CHECK (model IN ('PAY_PER_USE', 'TIERED', 'COMMITTED', 'CUSTOM')),
    terms TEXT NOT NULL, -- JSON, as it was sent
    created_at TEXT NOT NULL,
    PRIMARY KEY (rate_card_id, version)
  ) STRICT, WITHOUT ROWID;
  ${appendOnly('rate_cards')}
  INSERT INTO rate_cards VALUES ('standard', 1, 'Standard, pay per use', 'PAY_PER_USE',
    '{"time":{"rate":12.5},"record":{"rate":0.005},"data":{"rate":0.12},"operation":{"rate":0.02}}',
    '1970-01-01T00:00:00.000Z');

  CREATE TABLE rate_card_assignments (
    number INTEGER PRIMARY KEY, -- of two for a month the later one holds
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    month TEXT NOT NULL, -- from then on
    rate_card_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    assigned_at TEXT NOT NULL,
    FOREIGN KEY (rate_card_id, version) REFERENCES rate_cards (rate_card_id, version)
  ) STRICT;
  CREATE INDEX rate_card_assignments_by_account ON rate_card_assignments (account_id, month, number);
  ${appendOnly('rate_card_assignments')}

  -- What billing knows of a session: its snapshot, and the sums of its events.
  CREATE TABLE billed_sessions (
    number INTEGER PRIMARY KEY,
    session_id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    dataset_id TEXT NOT NULL,
    holder_id TEXT NOT NULL,
    model_id TEXT NOT NULL, -- empty for none
    rate_card_id TEXT NOT NULL,
    version INTEGER NOT NULL,
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
    ${volumes}, ${costs},
    FOREIGN KEY (rate_card_id, version) REFERENCES rate_cards (rate_card_id, version)
  ) STRICT;
  CREATE INDEX billed_sessions_running ON billed_sessions (number) WHERE is_over = 0;
  CREATE INDEX billed_sessions_of_account ON billed_sessions (account_id, number) WHERE is_over = 0;
  ${noDelete('billed_sessions')}

  -- Everything that was metered. A correction is an event of its own.
  CREATE TABLE usage_events (
    number INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL,
    source TEXT NOT NULL, -- the fact behind it: an access of a session, or a tick of its time
    session INTEGER NOT NULL REFERENCES billed_sessions (number),
    at TEXT NOT NULL,
    day TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN
      ('time', 'read', 'filter', 'transform', 'train', 'analyze', 'validate', 'correction')),
    ${volumes}, ${costs},
    list_nanos INTEGER NOT NULL,
    UNIQUE (account_id, source)
  ) STRICT;
  ${appendOnly('usage_events')}

  -- Roll-ups, kept in the transaction of each event.
  CREATE TABLE usage_days (
    day TEXT NOT NULL,
    account_id TEXT NOT NULL,
    dataset_id TEXT NOT NULL,
    session INTEGER NOT NULL,
    kind TEXT NOT NULL,
    ${volumes}, ${costs},
    PRIMARY KEY (day, account_id, dataset_id, session, kind)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE usage_totals (
    day TEXT NOT NULL,
    account_id TEXT NOT NULL,
    dataset_id TEXT NOT NULL,
    model_id TEXT NOT NULL,
    sessions INTEGER NOT NULL DEFAULT 0, -- that were first used on this day
    ${volumes}, ${costs},
    PRIMARY KEY (day, account_id, dataset_id, model_id)
  ) STRICT, WITHOUT ROWID;
  -- Runs of days on which a session was used: tells sessions apart without counting their days.
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
  CREATE INDEX usage_spans_by_beginning ON usage_spans (begun_day);
  -- What tiers and commitments count, and what a card's period comes to.
  CREATE TABLE usage_counters (
    account_id TEXT NOT NULL,
    month TEXT NOT NULL,
    rate_card_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    ${volumes}, ${costs},
    list_nanos INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, month, rate_card_id, version)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE usage_months (
    account_id TEXT NOT NULL,
    month TEXT NOT NULL,
    dataset_id TEXT NOT NULL,
    holder_id TEXT NOT NULL,
    ${costs},
    -- The part of them that invoices in force hold.
    billed_time_nanos INTEGER NOT NULL DEFAULT 0,
    billed_record_nanos INTEGER NOT NULL DEFAULT 0,
    billed_data_nanos INTEGER NOT NULL DEFAULT 0,
    billed_operation_nanos INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, month, dataset_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE invoices (
    number INTEGER PRIMARY KEY,
    invoice_id TEXT NOT NULL UNIQUE,
    invoice_number TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    month TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('PENDING', 'PAID', 'OVERDUE', 'CANCELED')),
    issued_at TEXT NOT NULL,
    due_day TEXT NOT NULL,
    paid_at TEXT,
    canceled_at TEXT,
    cancel_reason TEXT,
    customer TEXT NOT NULL, -- JSON
    lines TEXT NOT NULL, -- JSON
    terms TEXT NOT NULL,
    notes TEXT NOT NULL,
    currency TEXT NOT NULL,
    usage INTEGER NOT NULL, -- sum of the usage lines: what is shared with holders
    adjustments INTEGER NOT NULL, -- sum of the adjustment lines
    subtotal INTEGER NOT NULL,
    tax_bps INTEGER NOT NULL,
    tax INTEGER NOT NULL,
    total INTEGER NOT NULL CHECK (total = subtotal + tax),
    pdf BLOB NOT NULL,
    pdf_sha256 TEXT NOT NULL,
    entry_seq INTEGER NOT NULL UNIQUE, -- in the journal of the ledger
    entry_hash TEXT NOT NULL -- sha256:<hex>
  ) STRICT;
  CREATE UNIQUE INDEX invoices_in_force ON invoices (account_id, month) WHERE status <> 'CANCELED';
  CREATE INDEX invoices_by_issue ON invoices (issued_at);
  CREATE INDEX invoices_unpaid ON invoices (due_day) WHERE status IN ('PENDING', 'OVERDUE');
  CREATE INDEX invoices_unpaid_of_account ON invoices (account_id, due_day)
    WHERE status IN ('PENDING', 'OVERDUE');
  ${noDelete('invoices')}
  CREATE TRIGGER invoices_no_update BEFORE UPDATE OF number, invoice_id, invoice_number, account_id,
      month, issued_at, due_day, customer, lines, terms, notes, currency, usage, adjustments, subtotal,
      tax_bps, tax, total, pdf, pdf_sha256, entry_seq, entry_hash
    ON invoices BEGIN SELECT RAISE(ABORT, 'an issued invoice does not change'); END;
  CREATE TRIGGER invoices_stay_over BEFORE UPDATE ON invoices WHEN old.status IN ('PAID', 'CANCELED')
    BEGIN SELECT RAISE(ABORT, 'an invoice that is over stays as it is'); END;

  -- The usage behind an invoice, by month and dataset.
  CREATE TABLE invoice_usage (
    invoice INTEGER NOT NULL REFERENCES invoices (number),
    month TEXT NOT NULL,
    dataset_id TEXT NOT NULL,
    holder_id TEXT NOT NULL,
    ${costs},
    PRIMARY KEY (invoice, month, dataset_id)
  ) STRICT, WITHOUT ROWID;
  ${appendOnly('invoice_usage')}

  CREATE TABLE adjustments (
    number INTEGER PRIMARY KEY,
    adjustment_id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts (account_id),
    description TEXT NOT NULL,
    amount INTEGER NOT NULL, -- negative: a credit
    created_at TEXT NOT NULL,
    invoice INTEGER REFERENCES invoices (number)
  ) STRICT;
  CREATE INDEX adjustments_open ON adjustments (account_id, number) WHERE invoice IS NULL;
  ${noDelete('adjustments')}

  CREATE TABLE payment_methods (
    payment_method_id TEXT PRIMARY KEY,
    type TEXT NOT NULL,
    last4 TEXT NOT NULL,
    brand TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  ${appendOnly('payment_methods')}

  CREATE TABLE payments (
    number INTEGER PRIMARY KEY,
    payment_id TEXT NOT NULL UNIQUE,
    invoice INTEGER NOT NULL REFERENCES invoices (number),
    status TEXT NOT NULL,
    amount INTEGER NOT NULL,
    currency TEXT NOT NULL,
    method TEXT NOT NULL, -- JSON
    paid_at TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX payments_completed ON payments (invoice) WHERE status = 'COMPLETED';
  ${appendOnly('payments')}

  CREATE TABLE payout_preferences (
    holder_id TEXT PRIMARY KEY,
    frequency TEXT NOT NULL CHECK (frequency IN ('DAILY', 'WEEKLY', 'MONTHLY')),
    threshold INTEGER NOT NULL,
    method TEXT NOT NULL,
    fee_bps INTEGER NOT NULL,
    last_run_day TEXT NOT NULL, -- the period of the last run began then
    updated_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE payouts (
    number INTEGER PRIMARY KEY,
    payout_id TEXT NOT NULL UNIQUE,
    holder_id TEXT NOT NULL REFERENCES payout_preferences (holder_id),
    status TEXT NOT NULL CHECK (status IN ('PENDING', 'COMPLETED', 'FAILED')),
    amount INTEGER NOT NULL CHECK (amount > 0),
    currency TEXT NOT NULL,
    method TEXT NOT NULL,
    period_start TEXT NOT NULL,
    period_end TEXT NOT NULL, -- instants
    created_at TEXT NOT NULL,
    completed_at TEXT,
    failed_at TEXT,
    failure_reason TEXT
  ) STRICT;
  CREATE UNIQUE INDEX payouts_pending ON payouts (holder_id) WHERE status = 'PENDING';
  CREATE INDEX payouts_by_time ON payouts (created_at);
  ${noDelete('payouts')}
  CREATE TRIGGER payouts_no_update BEFORE UPDATE OF number, payout_id, holder_id, amount, currency,
      method, period_start, period_end, created_at
    ON payouts BEGIN SELECT RAISE(ABORT, 'these columns of payouts do not change'); END;
  CREATE TRIGGER payouts_stay_over BEFORE UPDATE ON payouts WHEN old.status <> 'PENDING'
    BEGIN SELECT RAISE(ABORT, 'a payout that is over stays as it is'); END;

  -- A dataset's share of a paid invoice. payout: the one that pays it, or has paid it.
  CREATE TABLE accruals (
    number INTEGER PRIMARY KEY,
    invoice INTEGER NOT NULL REFERENCES invoices (number),
    dataset_id TEXT NOT NULL,
    holder_id TEXT NOT NULL REFERENCES payout_preferences (holder_id),
    gross INTEGER NOT NULL,
    fee INTEGER NOT NULL,
    net INTEGER NOT NULL CHECK (net = gross - fee),
    accrued_at TEXT NOT NULL,
    payout INTEGER REFERENCES payouts (number),
    UNIQUE (invoice, dataset_id)
  ) STRICT;
  CREATE INDEX accruals_open ON accruals (holder_id) WHERE payout IS NULL;
  CREATE INDEX accruals_by_time ON accruals (accrued_at);
  CREATE INDEX accruals_by_payout ON accruals (payout);
  ${noDelete('accruals')}

  CREATE TABLE spending_limits (
    number INTEGER PRIMARY KEY,
    limit_id TEXT NOT NULL UNIQUE,
    account_id TEXT, -- null: every account
    dataset_id TEXT, -- null: every dataset
    period TEXT NOT NULL CHECK (period IN ('DAILY', 'WEEKLY', 'MONTHLY')),
    mode TEXT NOT NULL CHECK (mode IN ('SOFT', 'HARD')),
    amount INTEGER NOT NULL,
    thresholds TEXT NOT NULL, -- JSON array of percents, ascending
    auto_suspend INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    deleted_at TEXT
  ) STRICT;
  CREATE INDEX spending_limits_in_force
    ON spending_limits (coalesce(account_id, ''), coalesce(dataset_id, ''))
    WHERE deleted_at IS NULL;
  ${noDelete('spending_limits')}
  CREATE TABLE limit_periods (
    spending_limit INTEGER NOT NULL REFERENCES spending_limits (number),
    start TEXT NOT NULL,
    spent_nanos INTEGER NOT NULL,
    PRIMARY KEY (spending_limit, start)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE spending_alerts (
    number INTEGER PRIMARY KEY,
    alert_id TEXT NOT NULL UNIQUE,
    spending_limit INTEGER NOT NULL REFERENCES spending_limits (number),
    period_start TEXT NOT NULL,
    threshold INTEGER NOT NULL,
    account_id TEXT NOT NULL, -- whose use crossed it
    amount INTEGER NOT NULL,
    spent_nanos INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    UNIQUE (spending_limit, period_start, threshold)
  ) STRICT;
  ${appendOnly('spending_alerts')}

  -- Double entry: the amounts of a transaction add up to zero; debit is positive.
  CREATE TABLE book_transactions (
    number INTEGER PRIMARY KEY,
    source TEXT NOT NULL, -- inv_… or payout_…
    event TEXT NOT NULL,
    at TEXT NOT NULL,
    UNIQUE (source, event)
  ) STRICT;
  ${appendOnly('book_transactions')}
  CREATE TABLE book_postings (
    book_transaction INTEGER NOT NULL REFERENCES book_transactions (number),
    line INTEGER NOT NULL,
    book_account TEXT NOT NULL,
    amount INTEGER NOT NULL,
    PRIMARY KEY (book_transaction, line)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX book_postings_by_account ON book_postings (book_account, amount);
  ${appendOnly('book_postings')}
  `,
} as const;
