/**
 * The register of columns: where each column of each table of the ledger stands in the journal, or how it is
 * computed. The writing of facts, their checks and the tables of docs/ledger-format.md come from it.
 */
import type { JsonObject } from '../contract/json.ts';

/** How a column holds the JSON value of its member. */
export type ColumnForm =
  | 'text'
  /** A number, beyond 2^53 − 1 its decimal digits. */
  | 'integer'
  /** Decimal digits. */
  | 'nanos'
  | 'number'
  /** 0 or 1. */
  | 'flag'
  /** JSON text. */
  | 'json'
  /** Number of a row of another table; the member is that row's id. */
  | { readonly of: string; readonly id: string };

/** Column of the row's key: it stands in the `id` of each of its facts. */
interface KeyColumn {
  readonly source: 'key';
  readonly form: ColumnForm;
}
/** Column in `set` of the row's facts; the last one that names it holds. */
interface ClearColumn {
  readonly source: 'fact';
  readonly form: ColumnForm;
  readonly member?: string;
  /** Stands in each fact of the row, also where it is what it was. */
  readonly always?: true;
}
/** The same, but committed to. */
interface CommittedColumn {
  readonly source: 'commit';
  readonly form: ColumnForm;
}
/**
 * Bytes, whose SHA-256 stands in `set` as `sha256:<hex>`: 32 random ones, null once the dataset is erased that they are of;
 * or a paper, null once a value that it shows was erased.
 */
interface SecretColumn {
  readonly source: 'secret';
  readonly member: string;
}
interface EntryColumn {
  readonly source: 'entry';
}
interface LineColumn {
  readonly source: 'line';
}
/** Computed again by a function of facts, entries and lines. */
interface DerivedColumn {
  readonly source: 'derived';
  readonly from: string;
}
/** Order of the rows' first facts in their table. */
interface RankColumn {
  readonly source: 'rank';
}
interface NoneColumn {
  readonly source: 'none';
  readonly reason: string;
}

export type Column =
  | KeyColumn
  | ClearColumn
  | CommittedColumn
  | SecretColumn
  | EntryColumn
  | LineColumn
  | DerivedColumn
  | RankColumn
  | NoneColumn;

type Columns = Readonly<Record<string, Column>>;

/** A table whose rows have facts. */
export interface FactTable {
  readonly columns: Columns;
  /** Members of `set` that have no column here, by the table that holds them. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** Rows that the schema makes, as they are before their first fact. */
  readonly given?: readonly GivenRow[];
  /** Entry that a row begins with instead of a fact: its member `id` names the row. */
  readonly begins?: RowBeginning;
}

interface RowBeginning {
  readonly types: readonly string[];
  /** Column with the entry's `seq`. */
  readonly seq: string;
  /** Columns that facts decide, as they are before the first one. */
  readonly members: JsonObject;
}

interface GivenRow {
  readonly id: string | readonly (string | number)[];
  readonly members: JsonObject;
}

const key = (form: ColumnForm = 'text') => ({ source: 'key', form }) as const;
const clear = (form: ColumnForm = 'text') => ({ source: 'fact', form }) as const;
const clearAlways = (form: ColumnForm = 'text') =>
  ({ source: 'fact', form, always: true }) as const;
const clearAs = <Member extends string>(member: Member, form: ColumnForm = 'text') =>
  ({ source: 'fact', form, member }) as const;
const committed = (form: ColumnForm = 'text') => ({ source: 'commit', form }) as const;
const secret = <Member extends string>(member: Member) => ({ source: 'secret', member }) as const;
const derived = (from: string) => ({ source: 'derived', from }) as const;
const none = (reason: string) => ({ source: 'none', reason }) as const;
const entry = { source: 'entry' } as const;
const line = { source: 'line' } as const;
const rank = { source: 'rank' } as const;

const dataset = { of: 'datasets', id: 'dataset_id' } as const;
const invoice = { of: 'invoices', id: 'invoice_id' } as const;
const creditNote = { of: 'credit_notes', id: 'credit_note_id' } as const;
const credit = { of: 'credits', id: 'credit_id' } as const;
const limit = { of: 'spending_limits', id: 'limit_id' } as const;
const grant = { of: 'grants', id: 'grant_id' } as const;

/** Columns of a table that all have one source. */
function all<Source extends Column>(
  source: Source,
  names: readonly string[],
): Readonly<Record<string, Source>> {
  return Object.fromEntries(names.map((name) => [name, source]));
}

const volumes = ['micro_hours', 'records', 'bytes', 'operations'] as const;
const costs = ['time_nanos', 'record_nanos', 'data_nanos', 'operation_nanos'] as const;

/** Tables of facts, in the order in which their findings are told. */
export const factTables = {
  accounts: {
    given: [
      {
        id: 'default',
        members: {
          name: 'Default account',
          email: 'billing@proofdesk.example',
          address: { city: '', country: '', line1: '', postal_code: '', state: '' },
          tax_bps: 0,
          terms_days: 30,
          suspend_overdue: false,
          created_at: '1970-01-01T00:00:00.000Z',
        },
      },
    ],
    columns: {
      account_id: key(),
      name: committed(),
      email: committed(),
      address: committed('json'),
      tax_bps: clear('integer'),
      terms_days: clear('integer'),
      suspend_overdue: clear('flag'),
      suspend_after_days: clear('integer'),
      other_taxes: clear('json'),
      created_at: clear(),
      holder_id: clear(),
    },
  },
  billing_settings: {
    columns: {
      version: key('integer'),
      at: clear(),
      kept_years: clear('integer'),
      close: clear('json'),
      dunning: clear('json'),
      currency: clear(),
      value: committed('json'),
    },
  },
  parties: {
    columns: {
      kind: key(),
      id: key(),
      version: key('integer'),
      at: clear(),
      key_id: clear(),
      value: committed('json'),
    },
  },
  beneficiaries: {
    columns: {
      dataset_id: key(),
      from_month: key(),
      value: clear('json'),
      changed_at: clear(),
    },
  },
  fee_tables: {
    columns: {
      holder_id: key(),
      from_month: key(),
      tiers: clear('json'),
      changed_at: clear(),
    },
  },
  suspensions: {
    columns: {
      account_id: key(),
      cause: key(),
      since: clear(),
      until: clear(),
      reason: committed(),
    },
  },
  rate_cards: {
    given: [
      {
        id: ['standard', 1],
        members: {
          name: 'Standard, pay per use',
          model: 'PAY_PER_USE',
          terms: {
            data: { rate: 0.12 },
            operation: { rate: 0.02 },
            record: { rate: 0.005 },
            time: { rate: 12.5 },
          },
          created_at: '1970-01-01T00:00:00.000Z',
        },
      },
    ],
    columns: {
      rate_card_id: key(),
      version: key('integer'),
      name: committed(),
      model: clear(),
      terms: committed('json'),
      created_at: clear(),
    },
  },
  rate_card_assignments: {
    columns: {
      assignment_id: key(),
      number: rank,
      account_id: clear(),
      month: clear(),
      rate_card_id: clear(),
      version: clear('integer'),
      assigned_at: clear(),
      discount_bps: clear('integer'),
      reason: committed(),
      after_event: clear('integer'),
    },
  },
  payment_methods: {
    columns: {
      payment_method_id: key(),
      account_id: clear(),
      type: clear(),
      last4: committed(),
      brand: committed(),
      created_at: clear(),
      deleted_at: clear(),
    },
  },
  datasets: {
    columns: {
      dataset_id: key(),
      number: rank,
      name: committed(),
      holder_id: clear(),
      erased_count: derived('erasures'),
      // Of datasets from before policies had versions.
      old_policy: clearAs('policy', 'json'),
      old_access: clearAs('access'),
      created_at: clear(),
      revoked_at: clear(),
      revoked_by: committed(),
      revocation_reason: committed(),
      key_id: clear(),
      key: secret('key_sha256'),
      // ε that answers spent in ledgers which restores replaced.
      replaced_micro: clear('integer'),
      ...all(derived('dataset_rows'), ['record_count', 'total_bytes']),
      // Between the making of the dataset and the batch of its last row: no line says when its row came.
      last_appended_at: derived('batches'),
    },
  },
  dataset_sources: {
    columns: {
      dataset_id: key(),
      kind: clear(),
      record_ids: clear(),
      schema_sha256: clear(),
      locator: committed('json'),
      fields: committed('json'),
      left_out: committed('json'),
      snapshot_sha256: clear(),
      rows: clear('integer'),
      snapshot: committed('json'),
      seen_at: clear(),
    },
  },
  source_connections: {
    columns: {
      connection_id: key(),
      number: rank,
      holder_id: clear(),
      name: committed(),
      host: committed(),
      port: committed('integer'),
      database: committed(),
      user_name: committed(),
      tls: clear(),
      ca: committed(),
      server: committed(),
      may_write: clear('flag'),
      created_at: clear(),
      created_by: clear(),
      removed_at: clear(),
    },
  },
  policies: {
    columns: {
      policy_id: key(),
      number: rank,
      dataset: clearAs('dataset_id', dataset),
      version: clear('integer'),
      policy: clear('json'),
      published_at: clear(),
      effective_at: clear(),
      withdrawn_at: clear(),
    },
  },
  grants: {
    columns: {
      grant_id: key(),
      number: rank,
      dataset: clearAs('dataset_id', dataset),
      account_id: clear(),
      kind: clear(),
      action: clear(),
      granted_by: clear(),
      model_id: clear(),
      fields: clear('json'),
      operations: clear('json'),
      starts_at: clear(),
      ends_at: clear(),
      budget_nanos: clear('nanos'),
      policy_version: clear('integer'),
      epsilon_micro: clear('integer'),
      created_at: clear(),
      key_id: clear(),
      key: secret('key_sha256'),
      purpose: committed(),
      expected: committed('json'),
      conditions: committed(),
      reason: committed(),
      spent_nanos: derived('usage_events'),
      spent_micro: derived('evidence'),
    },
  },
  sessions: {
    elsewhere: {
      account_id: 'billed_sessions',
      holder_id: 'billed_sessions',
      rate_card_id: 'billed_sessions',
      version: 'billed_sessions',
    },
    columns: {
      session_id: key(),
      number: rank,
      dataset: clearAs('dataset_id', dataset),
      grant: clearAs('grant_id', grant),
      purpose: committed(),
      model_id: clear(),
      operator: committed(),
      allowed_operations: clear('json'),
      snapshot_seq: clear('integer'),
      source_sha256: clear(),
      source_snapshot: committed('json'),
      source_changed_at: clear(),
      found_sha256: clear(),
      created_at: clear(),
      expires_at: clear(),
      closed_at: clear(),
      revoked_at: clear(),
      revoked_by: committed(),
      revocation_reason: committed(),
      opened_by: derived('first fact'),
      opener_name: committed(),
      ...all(derived('session_usage'), [
        'last_activity_at',
        'accesses',
        'reads',
        'filters',
        'transforms',
        'trains',
        'analyses',
        'validations',
        'records',
        'bytes',
      ]),
    },
  },
  invoices: {
    begins: {
      types: ['ledger.invoice/v1', 'ledger.invoice/v2'],
      seq: 'entry_seq',
      members: { status: 'PENDING' },
    },
    columns: {
      invoice_id: key(),
      number: rank,
      status: clear(),
      paid_at: clear(),
      canceled_at: clear(),
      cancel_kind: clear(),
      cancel_reason: committed(),
      ...all(entry, [
        'invoice_number',
        'account_id',
        'month',
        'issued_at',
        'due_day',
        'customer',
        'lines',
        'terms',
        'notes',
        'currency',
        'usage',
        'adjustments',
        'subtotal',
        'tax_bps',
        'tax',
        'total',
        'pdf',
        'pdf_sha256',
        'entry_seq',
        'entry_hash',
        'pool',
        'fees',
        'platform_credits',
        'holder_credits',
        'prepaid_used',
        'prepaid_bought',
      ]),
    },
  },
  adjustments: {
    columns: {
      adjustment_id: key(),
      number: rank,
      account_id: clear(),
      description: committed(),
      amount: clear('integer'),
      created_at: clear(),
      invoice: derived('invoice lines'),
    },
  },
  credits: {
    columns: {
      credit_id: key(),
      number: rank,
      account_id: clear(),
      kind: clear(),
      amount: clear('integer'),
      borne_by: clear(),
      priority: clear('integer'),
      expires_on: clear(),
      reason: committed(),
      source: clear(),
      created_at: clear(),
      voided_at: clear(),
    },
  },
  credit_uses: {
    columns: { credit: key(credit), invoice: key(invoice), amount: clear('integer') },
  },
  charges: {
    columns: {
      charge_id: key(),
      number: rank,
      account_id: clear(),
      kind: clear(),
      amount: clear('integer'),
      description: committed(),
      created_at: clear(),
    },
  },
  payments: {
    columns: {
      payment_id: key(),
      number: rank,
      invoice: clear(invoice),
      status: clear(),
      amount: clear('integer'),
      currency: clear(),
      method: committed('json'),
      paid_at: clear(),
    },
  },
  credit_notes: {
    elsewhere: { shares: 'shares' },
    columns: {
      credit_note_id: key(),
      number: rank,
      credit_note_number: clear(),
      invoice: clear(invoice),
      kind: clear(),
      lines: clear('json'),
      subtotal: clear('integer'),
      tax: clear('integer'),
      total: clear('integer'),
      borne_by: clear(),
      reason: committed(),
      issued_at: clear(),
    },
  },
  holds: {
    columns: {
      account_id: key(),
      month: key(),
      reason: committed(),
      until: clear(),
      held_at: clear(),
    },
  },
  runs: {
    columns: {
      run_id: key(),
      number: rank,
      month: clear(),
      cause: clear(),
      accounts: clear('json'),
      started_at: clear(),
      finished_at: clear(),
      issued: clear('integer'),
      empty: clear('integer'),
      held: clear('integer'),
      failed: clear('integer'),
      total: clear('integer'),
    },
  },
  reminders: {
    columns: {
      invoice: key(invoice),
      level: key('integer'),
      after_days: clear('integer'),
      reminded_at: clear(),
    },
  },
  papers: {
    columns: {
      kind: key(),
      about: key(),
      pdf_sha256: clear(),
      pdf: secret('pdf_sha256'),
      kept_at: clear(),
      taken: clear('flag'),
    },
  },
  refunds: {
    columns: {
      credit_note: key(creditNote),
      amount: clear('integer'),
      currency: clear(),
      reference: committed(),
      refunded_at: clear(),
    },
  },
  payout_preferences: {
    columns: {
      holder_id: key(),
      frequency: clear(),
      threshold: clear('integer'),
      method: clear(),
      fee_bps: clear('integer'),
      updated_at: clear(),
      last_run_day: none('position of a clock'),
    },
  },
  accruals: {
    columns: {
      invoice: key(invoice),
      dataset_id: key(),
      number: rank,
      holder_id: clear(),
      gross: clear('integer'),
      fee: clear('integer'),
      net: clear('integer'),
      accrued_at: clear(),
      payout: derived('payouts'),
    },
  },
  payouts: {
    elsewhere: { accruals: 'accruals', shares: 'shares', lines: 'usage_events' },
    columns: {
      payout_id: key(),
      number: rank,
      holder_id: clear(),
      status: clear(),
      amount: clear('integer'),
      currency: clear(),
      method: clear(),
      period_start: clear(),
      period_end: clear(),
      created_at: clear(),
      completed_at: clear(),
      failed_at: clear(),
      failure_reason: committed(),
      tax: clear('integer'),
      destination: committed('json'),
      reference: committed(),
    },
  },
  spending_limits: {
    columns: {
      limit_id: key(),
      number: rank,
      account_id: clear(),
      dataset_id: clear(),
      period: clear(),
      mode: clear(),
      amount: clear('integer'),
      thresholds: clear('json'),
      auto_suspend: clear('flag'),
      created_at: clear(),
      deleted_at: clear(),
    },
  },
  spending_alerts: {
    columns: {
      alert_id: key(),
      number: rank,
      spending_limit: clearAs('limit_id', limit),
      period_start: clear(),
      threshold: clear('integer'),
      account_id: clear(),
      amount: clear('integer'),
      spent_nanos: clear('nanos'),
      created_at: clear(),
    },
  },
  api_keys: {
    columns: {
      key_id: key(),
      number: rank,
      digest: committed(),
      hint: committed(),
      name: committed(),
      role: clear(),
      account_id: clear(),
      holder_id: clear(),
      person_id: clear(),
      models: clear('json'),
      scopes: clear('json'),
      rate_limits: clear('json'),
      created_at: clear(),
      created_by: clear(),
      expires_at: clear(),
      revoked_at: clear(),
      last_used_at: none('when a key was last used changes with each request'),
    },
  },
  rate_limits: {
    columns: { one: key('integer'), limits: clear('json'), changed_at: clear() },
  },
  webhook_endpoints: {
    columns: {
      endpoint_id: key(),
      number: rank,
      url: committed(),
      url_by: clear(),
      events: clear('json'),
      account_id: clear(),
      holder_id: clear(),
      created_at: clear(),
      created_by: clear(),
      version: clear('integer'),
      rotated_at: clear(),
      after_event: clear('integer'),
      disabled_at: clear(),
      disabled_reason: clear(),
      deleted_at: clear(),
    },
  },
  profiles: {
    columns: {
      profile_id: key(),
      number: rank,
      model_id: clear(),
      document: clear('json'),
      created_at: clear(),
    },
  },
  person_requests: {
    columns: {
      request_id: key(),
      number: rank,
      request_number: clear(),
      n: clear('integer'),
      event: clearAlways(),
      asks: clear('json'),
      rule: clear(),
      received_on: clear(),
      due: clear(),
      created_at: clear(),
      closed_at: clear(),
      person: committed('json'),
      records: committed('json'),
      note: committed(),
    },
  },
  person_letters: {
    columns: {
      request_id: key(),
      n: key('integer'),
      number: rank,
      language: clear(),
      signed_at: clear(),
      record_id: committed(),
      hash: committed(),
      document: committed(),
    },
  },
  people: {
    columns: {
      person_id: key(),
      number: rank,
      name: committed(),
      role: clear(),
      holder_id: clear(),
      account_id: clear(),
      vkey: clear(),
      enrolled_at: clear(),
      revoked_at: clear(),
      reason: committed(),
      sealed: none('a file that only its passphrase opens'),
    },
  },
} as const satisfies Readonly<Record<string, FactTable>>;

export type FactTableName = keyof typeof factTables;

/** Tells whether this is a table whose rows have facts. */
export function isFactTableName(name: string): name is FactTableName {
  return Object.hasOwn(factTables, name);
}

/** Tables whose rows begin with an entry of its own type. */
export type BegunTableName = {
  [Name in FactTableName]: (typeof factTables)[Name] extends { readonly begins: RowBeginning }
    ? Name
    : never;
}[FactTableName];

/** The names of the tables of facts, in their order. */
export const factTableNames = [
  'accounts',
  'billing_settings',
  'parties',
  'beneficiaries',
  'fee_tables',
  'suspensions',
  'rate_cards',
  'rate_card_assignments',
  'payment_methods',
  'datasets',
  'dataset_sources',
  'source_connections',
  'policies',
  'grants',
  'sessions',
  'invoices',
  'adjustments',
  'credits',
  'credit_uses',
  'charges',
  'payments',
  'credit_notes',
  'refunds',
  'holds',
  'runs',
  'reminders',
  'papers',
  'payout_preferences',
  'accruals',
  'payouts',
  'spending_limits',
  'spending_alerts',
  'api_keys',
  'rate_limits',
  'webhook_endpoints',
  'profiles',
  'person_requests',
  'person_letters',
  'people',
] as const satisfies readonly FactTableName[];

/** Tables without facts of their own. */
export const otherTables = {
  entries: all(entry, ['seq', 'bytes', 'leaf_hash']),
  payloads: all(entry, ['seq', 'field', 'salt', 'value']),
  tiles: all(entry, ['level', 'position', 'hashes']),
  facts: all(entry, ['seq', 'table_name', 'row']),
  batches: all(entry, ['seq', 'table_name', 'dataset', 'first', 'last', 'leaves']),
  subject_indexes: all(entry, ['seq']),
  records: all(entry, [
    'position',
    'seq',
    'id',
    'model_id',
    'created_at',
    'confidence',
    'policy_id',
    'transaction_id',
    'account_id',
    'hash',
    'previous_hash',
    'intervention_count',
  ]),
  models: all(entry, [
    'seq',
    'id',
    'model_id',
    'version',
    'major',
    'minor',
    'patch',
    'created_at',
    'account_id',
    'model_hash',
    'training_date',
    'framework',
    'performance',
    'fairness',
    'intended_use',
    'limitations',
    'hash',
  ]),
  artifact_checks: all(entry, [
    'seq',
    'id',
    'model_id',
    'version',
    'created_at',
    'method',
    'outcome',
    'expected',
    'actual',
    'name',
    'files',
    'bytes',
    'hash',
  ]),
  alert_entries: all(entry, [
    'seq',
    'id',
    'alert_id',
    'model_id',
    'profile_id',
    'rule_id',
    'state',
    'window_from',
    'window_to',
    'actor_id',
    'actor_role',
    'created_at',
    'hash',
  ]),
  figures: all(entry, [
    'seq',
    'id',
    'model_id',
    'profile_id',
    'measure',
    'basis',
    'ledger_size',
    'count',
    'ids_root',
    'actor_id',
    'actor_role',
    'created_at',
    'hash',
    'positions',
  ]),
  interventions: all(entry, [
    'seq',
    'id',
    'record_id',
    'n',
    'action',
    'actor_id',
    'actor_role',
    'meaning',
    'supersedes',
    'created_at',
    'previous_hash',
    'signature',
    'hash',
  ]),
  row_erasures: all(entry, ['seq', 'erasure_id', 'dataset', 'scope', 'count']),
  tombstones: all(entry, ['position', 'seq']),
  erased_values: all(entry, ['seq', 'target_seq', 'field']),
  erasures: all(entry, [
    'seq',
    'legal_basis',
    'actor_id',
    'actor_role',
    'created_at',
    'signature',
    'approval',
    'hash',
  ]),
  key_rotations: all(entry, ['seq', 'previous_vkey', 'vkey', 'created_at', 'hash']),
  evidence: all(entry, [
    'seq',
    'evidence_id',
    'subject_id',
    'kind',
    'session_id',
    'dataset_id',
    'created_at',
    'action',
    'method',
    'record_count',
    'previous_hash',
    'hash',
    'prepared',
    'envelope',
    'old_secret',
  ]),
  operations: {
    ...all(entry, [
      'number',
      'operation_id',
      'session',
      'operation_type',
      'created_at',
      'record_count',
      'metadata',
      'model_id',
      'evidence_id',
    ]),
    ...all(derived('card in force'), ['model_version', 'model_registered']),
  },
  dataset_rows: {
    ...all(line, ['position', 'salt', 'record_id', 'document']),
    bytes: derived('document'),
  },
  grant_answers: all(derived('evidence'), ['grant', 'query', 'evidence_id']),
  dataset_paths: all(derived('dataset_rows'), ['dataset', 'path', 'types']),
  dataset_columns: all(derived('dataset_rows'), [
    'dataset',
    'path',
    'chunk',
    'encoding',
    'rows',
    'data',
  ]),
  usage_events: {
    ...all(line, [
      'number',
      'account_id',
      'source',
      'session',
      'at',
      'day',
      'kind',
      ...volumes,
      ...costs,
    ]),
  },
  session_usage: {
    ...all(derived('usage_events'), [
      'session',
      'number',
      'at',
      'kind',
      'records',
      'bytes',
      'evidence_id',
    ]),
    policy_version: derived('policies'),
    ...all(line, ['line', 'rows', 'head']),
    ...all(derived('head'), ['request', 'root']),
  },
  billed_sessions: {
    ...all(derived('session'), [
      'number',
      'session_id',
      'account_id',
      'dataset_id',
      'holder_id',
      'model_id',
      'opened_at',
    ]),
    ...all(derived('usage_events'), [
      'elapsed_seconds',
      'blocked_seconds',
      'active_seconds',
      'accesses',
      'last_access_at',
      'updated_at',
      'reads',
      'filters',
      'transforms',
      'trains',
      ...volumes,
      ...costs,
    ]),
    // Set once its time is charged to the end of its session; where it is not set yet, the next look sets it.
    is_over: derived('session'),
  },
  usage_days: all(derived('usage_events'), [
    'day',
    'account_id',
    'dataset_id',
    'session',
    'kind',
    ...volumes,
    ...costs,
  ]),
  usage_totals: all(derived('usage_events'), [
    'day',
    'account_id',
    'dataset_id',
    'model_id',
    'sessions',
    ...volumes,
    ...costs,
  ]),
  usage_spans: all(derived('usage_events'), [
    'session',
    'first_day',
    'last_day',
    'begun_day',
    'account_id',
    'dataset_id',
    'model_id',
  ]),
  usage_counters: all(derived('usage_events'), ['account_id', 'month', ...volumes, ...costs]),
  usage_months: all(derived('usage_events'), [
    'account_id',
    'month',
    'dataset_id',
    'holder_id',
    ...volumes,
    ...costs,
  ]),
  invoice_usage: {
    ...all(derived('usage_events'), [
      'invoice',
      'month',
      'dataset_id',
      'holder_id',
      ...volumes,
      'time_amount',
      'record_amount',
      'data_amount',
      'operation_amount',
    ]),
    nanos: none('of documents from before use was priced by its month'),
  },
  shares: {
    // Each is committed to by the root that its document's entry names.
    ...all(entry, ['document', 'n', 'dataset_id', 'holder_id', 'gross', 'fee', 'net', 'salt']),
    number: derived('order of documents'),
    at: derived('document'),
  },
  charge_uses: all(derived('invoice lines'), ['charge', 'invoice']),
  payout_items: all(derived('payouts'), ['payout', 'share', 'released']),
  limit_periods: all(derived('usage_events'), ['spending_limit', 'start', 'spent_nanos']),
  book_transactions: all(derived('books'), ['number', 'source', 'event', 'at']),
  book_postings: all(derived('books'), ['book_transaction', 'line', 'book_account', 'amount']),
  audit_events: all(line, [
    'seq',
    'line',
    'hash',
    'at',
    'request_id',
    'caller',
    'action',
    'operation_id',
    'object_id',
    'outcome',
  ]),
  applied_profiles: all(derived('profiles'), [
    'profile',
    'model_id',
    'state',
    'filled',
    'fill_until',
    'subject_key',
    'subjects',
    'subjects_until',
    'written',
  ]),
  decision_facts: all(derived('records by profile'), [
    'profile',
    'position',
    'outcome',
    'effect',
    'version',
    'decided_ms',
    'decided_from',
    'amount',
    'g1',
    'g2',
    'g3',
    'g4',
    'c1',
    'c2',
    'c3',
    'c4',
    'c5',
    'c6',
    'c7',
    'c8',
    'first_review_ms',
    'changed',
  ]),
  decision_subjects: all(derived('records by profile'), ['subject', 'profile', 'position']),
  decision_values: all(derived('records by profile'), ['id', 'profile', 'slot', 'value']),
  wall_clock: { id: none('there is one row'), greatest: none('the greatest time that was seen') },
  run_items: all(none('what a run came to for each account: the invoices are the proof'), [
    'run',
    'account_id',
    'outcome',
    'invoice_id',
    'amount',
    'reason',
    'at',
  ]),
  rule_evaluations: all(none('position of a clock: what was evaluated last'), [
    'model_id',
    'profile',
    'midnight',
  ]),
  review_assignments: all(none('a working setting: who means to review, not who did'), [
    'record_id',
    'assignee',
    'assigned_at',
  ]),
  item_keys: all(none('which entry a repeated decision is; the entry itself is the proof'), [
    'scope',
    'key',
    'fingerprint',
    'seq',
  ]),
  events: all(none('news for receivers: what happened stands in the journal'), [
    'number',
    'event_id',
    'type',
    'at',
    'account_id',
    'holder_id',
    'endpoint_id',
    'once',
    'body',
  ]),
  held_news: all(none('news for receivers that wait to be told together'), [
    'type',
    'due',
    'count',
  ]),
  source_states: all(none('a working note: what the last look at a source came to'), [
    'dataset_id',
    'state',
    'reason',
    'since',
    'checked_at',
  ]),
  idempotency: all(none('answers that are given again'), [
    'caller',
    'operation',
    'key',
    'body_hash',
    'status',
    'body',
    'created_at',
  ]),
} as const satisfies Readonly<Record<string, Columns>>;

type ColumnsOf<Table extends FactTableName> = (typeof factTables)[Table]['columns'];
type MemberOf<Name, Source> = Source extends { readonly member: infer Member extends string }
  ? Member
  : Name;

/** Names that `set` of a table's facts may have. */
export type ClearMember<Table extends FactTableName> =
  | {
      [Name in keyof ColumnsOf<Table>]: ColumnsOf<Table>[Name] extends { readonly source: 'fact' }
        ? MemberOf<Name, ColumnsOf<Table>[Name]>
        : never;
    }[keyof ColumnsOf<Table>]
  | ((typeof factTables)[Table] extends { readonly elsewhere: infer Elsewhere }
      ? keyof Elsewhere
      : never);

/** Names that a table's facts commit to. */
export type CommittedMember<Table extends FactTableName> = {
  [Name in keyof ColumnsOf<Table>]: ColumnsOf<Table>[Name] extends { readonly source: 'commit' }
    ? Name
    : never;
}[keyof ColumnsOf<Table>];
