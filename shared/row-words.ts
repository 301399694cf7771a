/** What rows are called in English, and how a deviation of one reads: on the screens, in answers and documents. */
import type { FactTableName, otherTables } from './ledger/columns.ts';

/** Every table of the register of columns. */
export type TableName = FactTableName | keyof typeof otherTables;

export const rowNouns = {
  accounts: 'Account',
  billing_settings: 'Issuer of invoices',
  parties: 'Party of invoices',
  suspensions: 'Suspension',
  rate_cards: 'Rate card',
  rate_card_assignments: 'Assignment of a rate card',
  payment_methods: 'Payment method',
  datasets: 'Dataset',
  dataset_sources: 'Source of a dataset',
  source_connections: 'Database connection',
  policies: 'Policy',
  grants: 'Grant',
  sessions: 'Session',
  invoices: 'Invoice',
  adjustments: 'Adjustment',
  payments: 'Payment',
  credit_notes: 'Credit note',
  refunds: 'Refund',
  holds: 'Draft that is held back',
  runs: 'Run that closed a month',
  run_items: 'Account in a run',
  reminders: 'Reminder',
  papers: 'Paper as it was issued',
  payout_preferences: 'Payout schedule',
  accruals: 'Accrual',
  payouts: 'Payout',
  spending_limits: 'Spending limit',
  spending_alerts: 'Spending alert',
  api_keys: 'API key',
  rate_limits: 'Rate limits',
  webhook_endpoints: 'Webhook endpoint',
  profiles: 'Decision profile',
  person_requests: 'Request of a person',
  person_letters: 'Letter to a person',
  people: 'Person',
  rule_evaluations: 'Evaluation of rules',
  review_assignments: 'Assignment of a review',
  entries: 'Entry',
  payloads: 'Value of an entry',
  tiles: 'Part of the stored tree',
  facts: 'Index of facts',
  batches: 'Batch',
  subject_indexes: 'Index of subjects',
  records: 'Decision',
  models: 'Model card',
  artifact_checks: 'Check of a model file',
  alert_entries: 'Alert of a rule',
  figures: 'Recorded figure',
  interventions: 'Intervention',
  erasures: 'Erasure',
  erased_values: 'Erased value',
  key_rotations: 'Change of key',
  evidence: 'Evidence',
  operations: 'Operation',
  dataset_rows: 'Row of data',
  grant_answers: 'Question that was paid for',
  dataset_paths: 'Field of a dataset',
  dataset_columns: 'Column of a dataset',
  usage_events: 'Metered use',
  session_usage: 'Access of a session',
  row_erasures: 'Erasure of rows',
  tombstones: 'Erased row',
  billed_sessions: 'Metered session',
  usage_days: 'Use of a day',
  usage_totals: 'Sum of a day',
  usage_spans: 'Days of a session',
  usage_counters: 'Counter of a rate card',
  usage_months: 'Use of a month',
  invoice_usage: 'Use on an invoice',
  shares: 'Share of a holder',
  credits: 'Credit',
  credit_uses: 'Use of a credit',
  charges: 'Charge',
  charge_uses: 'Charge on an invoice',
  beneficiaries: 'Beneficiaries of a dataset',
  fee_tables: 'Fees of a holder',
  payout_items: 'Item of a payout',
  limit_periods: 'Spending under a limit',
  book_transactions: 'Transaction of the books',
  book_postings: 'Posting of the books',
  audit_events: 'Event of the audit log',
  applied_profiles: 'Applied profile',
  decision_facts: 'Facts of a decision',
  decision_subjects: 'Person of a decision',
  decision_values: 'Text of facts',
  wall_clock: 'Greatest time that was seen',
  events: 'Event for receivers',
  held_news: 'Event that waits to be told',
  idempotency: 'Answer that is given again',
  item_keys: 'Idempotency key of a decision',
  source_states: 'State of a source',
} as const satisfies Record<TableName, string>;

/** Tells whether a table is one of the register. */
export function isTableName(table: string): table is TableName {
  return table in rowNouns;
}

/** Sentences about a row; values in the form of its reader. */
export const rowSentences = {
  altered: '{{noun}} {{row}}: {{column}} is {{actual}}, the journal says {{expected}}',
  alteredWhole: '{{noun}} {{row}} is not the one that the journal vouches for',
  alteredFact: '{{noun}} {{row}}: {{column}} is not what the record gives',
  alteredErased:
    '{{noun}} {{row}}: {{column}} was not what the journal says; both values have been erased since',
  inserted: '{{noun}} {{row}} is one that the journal does not know',
  deleted: '{{noun}} {{row}} is gone, and the journal has it',
  unpaid: '{{noun}} {{row}}: {{expected}} was due, and no payout was made',
  signature: '{{noun}} {{row}}: what stands as signed by a person is not to be relied upon',
  entry: '{{sentence}} (entry {{seq}})',
  nothing: 'nothing',
} as const;

export type RowSentence = Exclude<keyof typeof rowSentences, 'entry' | 'nothing'>;

/** The sentence that says what was found. */
export function rowSentenceOf(
  verdict: string,
  {
    table,
    column,
    expected,
    actual,
  }: Readonly<Record<'table' | 'column' | 'expected' | 'actual', string | null>>,
): RowSentence {
  if (verdict === 'ROW_INSERTED') return 'inserted';
  if (verdict === 'MISSING_UNDECLARED') return 'deleted';
  // What is missing of a row that is there: only a payout can be.
  if (verdict === 'ROW_DELETED') return column === null || expected === null ? 'deleted' : 'unpaid';
  if (verdict === 'SIGNATURE_INVALID') return 'signature';
  if (column === null) return 'alteredWhole';
  // A sentence is kept for longer than the values of a person.
  if (table === 'decision_facts') return 'alteredFact';
  return expected === null && actual === null ? 'alteredErased' : 'altered';
}
