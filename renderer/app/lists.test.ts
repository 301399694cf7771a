/** Every list by its definition: its words in every language, its files, its search, names of nobody's columns. */
import { globSync, readFileSync } from 'node:fs';
import i18next, { type TFunction } from 'i18next';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Dataset } from '../../shared/contract/datasets.ts';
import type { AnsweredRequest } from '../../shared/contract/requests.ts';
import type { Session } from '../../shared/contract/sessions.ts';
import type { ModelOverview } from '../../shared/contract/models.ts';
import { languages, type LanguageCode } from '../../shared/languages.ts';
import { speak, startTranslations } from '../i18n/index.ts';
import {
  columnOf,
  findRows,
  narrowingColumn,
  narrowRows,
  sortRows,
} from '../ui/list/arrange-rows.ts';
import type { AnyList, AnyTable } from '../ui/list/define-list.ts';
import { gridColumns } from '../ui/list/list-columns.tsx';
import { accountsTable, adjustmentsTable } from '../screens/billing/account-tables.tsx';
import { journalList } from '../screens/billing/journal-tab.tsx';
import { alertsTable, limitsTable } from '../screens/billing/limit-tables.tsx';
import { backtestTable } from '../screens/billing/backtest-section.tsx';
import { draftsTable, runItemsTable, runsTable } from '../screens/billing/month-tables.tsx';
import { rateCardsTable } from '../screens/billing/rate-cards-tab.tsx';
import {
  usageTable,
  usedSessionsTable,
  type UsageWords,
} from '../screens/billing/usage-tables.tsx';
import { bundlesTable } from '../screens/bundles/bundles-panel.tsx';
import { casesTable } from '../screens/cases/cases-panel.tsx';
import { datasetsList } from '../screens/datasets/datasets-list.tsx';
import { checkpointsTable } from '../screens/integrity/checkpoints/checkpoints-panel.tsx';
import { ledgerKeysTable } from '../screens/integrity/checkpoints/keys-section.tsx';
import { verificationsTable } from '../screens/integrity/history-panel.tsx';
import { auditList } from '../screens/audit/audit-list.tsx';
import { dueList } from '../screens/review/due-list.tsx';
import type { FigureSummary } from '../../shared/contract/figures.ts';
import type { GrantRow } from '../../shared/contract/grants.ts';
import type { PersonRequestRow } from '../../shared/contract/persons.ts';
import { alertSchema } from '../../shared/contract/alerts.ts';
import { alertsList } from '../screens/oversight/alerts/alerts-list.tsx';
import { figuresList } from '../screens/oversight/recorded/figures-list.tsx';
import { grantsList } from '../screens/grants/grants-list.tsx';
import { personsList } from '../screens/persons/persons-list.tsx';
import { everyonesList, requestsList } from '../screens/developers/calls/requests-list.tsx';
import { rowOfAnswered } from '../screens/developers/calls/rows.ts';
import { sessionsList } from '../screens/sessions/sessions-list.tsx';
import { invoicesList } from '../screens/billing/invoices-list.tsx';
import { paymentsList } from '../screens/billing/payments-list.tsx';
import { jobsList } from '../screens/jobs/jobs-list.tsx';
import { modelNamesList, modelsList } from '../screens/models/model-list.tsx';
import { evidenceTable } from '../screens/sessions/evidence-tab.tsx';
import { operationsTable } from '../screens/sessions/operations-tab.tsx';
import { backupsTable } from '../screens/settings/backup-list.tsx';
import { connectionsTable } from '../screens/settings/connections-tab.tsx';
import { deliveriesTable, endpointsTable } from '../screens/developers/endpoints-table.tsx';
import { keysTable } from '../screens/settings/keys-table.tsx';
import { peopleTable } from '../screens/settings/people/people-table.tsx';
import { payoutsList } from '../screens/payouts/payouts-list.tsx';
import { sharesTable, revenueTable } from '../screens/payouts/payout-tables.tsx';

/** A list with what is tried of it: `rows` begin with one that is found by `found`, and no other is. */
function described<Row, Translate>(
  list: AnyList<Row, Translate>,
  translate: (language: LanguageCode) => Translate,
  {
    rows,
    found,
    buttons = [],
  }: {
    readonly rows: readonly Row[];
    readonly found: readonly string[];
    readonly buttons?: readonly string[];
  },
) {
  return {
    id: list.columnsId ?? list.id,
    columnsIn: (language: LanguageCode) => gridColumns(list, translate(language), 'utc'),
    ids: Object.keys(list.columns),
    first: list.first,
    found,
    buttons,
    narrowing: [...Object.keys(list.filters), ...(list.chips ?? [])],
    narrows: (member: string) => narrowingColumn(list, member),
    find: (text: string) => findRows(list, rows, text),
    rows,
    sorted: (sort: string) => sortRows(list, rows, { sort, order: 'asc' }),
    narrow: (name: string) => narrowRows(list, rows, { [name]: 'active' }),
    column: (name: string) => columnOf(list, name),
  };
}

const ruleAlert = alertSchema.parse({
  alert_id: 'alert_1',
  model_id: 'fraud-guard',
  rule_id: 'rule-1',
  rule: { id: 'rule-1', kind: 'silence', hours: 48 },
  profile: { profile_id: 'prof_1', n: 1 },
  state: 'acknowledged',
  since: '2026-01-01T00:00:00.000Z',
  window: { from: null, to: '2026-01-01T00:00:00.000Z' },
  finding: null,
  records: null,
  acknowledged: {
    at: '2026-01-02T00:00:00.000Z',
    actor: { id: 'operator', role: 'operator' },
    note: 'The supplier is being asked.',
  },
  closed: null,
  sequence: 7,
});

const dataset: Dataset = {
  dataset_id: 'riverside',
  name: 'Riverside home monitoring',
  holder_id: 'clinic-7',
  status: 'active',
  access: 'open',
  kinds: ['rows'],
  operations: ['read'],
  policy_version: 1,
  record_count: 0,
  total_bytes: 0,
  field_count: 0,
  session_count: 0,
  active_session_count: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  last_appended_at: null,
};

const grant: GrantRow = {
  grant_id: 'grant_1',
  dataset_id: 'riverside',
  holder_id: 'clinic-7',
  account_id: 'acme',
  kind: 'rows',
  status: 'requested',
  granted_by: null,
  purpose: 'Study',
  model_id: null,
  terms: {
    fields: ['age'],
    operations: ['read'],
    starts_at: null,
    ends_at: '2026-12-31T23:59:59.000Z',
    budget: { amount: 500, currency: 'USD' },
  },
  expected: null,
  conditions: null,
  reason: null,
  spent: { amount: 2.58, currency: 'USD' },
  estimate: null,
  epsilon: null,
  policy_version: 1,
  session_count: 0,
  created_at: '2026-01-01T00:00:00.000Z',
};

const model: ModelOverview = {
  model_id: 'fraud-guard',
  version: '3.2.1',
  versions: 1,
  registered_at: '2026-01-01T00:00:00.000Z',
  framework: 'XGBoost',
  training_date: null,
  model_hash: 'sha256:00ff',
  artifact: 'unchecked',
  artifact_checked_at: null,
  specification: { present: 0, total: 7 },
  annex_iv: { present: 0, partial: 0, total: 23 },
  has_intended_use: false,
  has_limitations: false,
  decision_count: 0,
};

const session: Session = {
  session_id: 'sess_1',
  dataset_id: 'riverside',
  account_id: 'default',
  grant_id: 'grant_1',
  kind: 'rows',
  policy_version: 1,
  opened_by: { kind: 'operator', key_id: null, name: null },
  status: 'active',
  purpose: 'Study',
  model_id: null,
  operator: null,
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2026-01-02T00:00:00.000Z',
  last_activity_at: null,
  allowed_operations: ['read'],
  snapshot: { seq: 1, record_count: 1 },
  may_use: true,
};

const answered: AnsweredRequest = {
  request_id: 'req_1',
  at: '2026-01-01T00:00:00.000Z',
  mount: 'loopback',
  caller: { kind: 'operator', key_id: null, name: null, role: null },
  method: 'GET',
  path: '/v1/records',
  operation_id: 'listRecords',
  status: 200,
  ms: 4,
  error: null,
  rate_limit: null,
};
const requests = [
  answered,
  { ...answered, request_id: 'req_2', path: '/v1/models', operation_id: 'listModels' },
].map((each) => rowOfAnswered(each, new Map()));

const recordedFigure: FigureSummary = {
  figure_id: 'fig_1',
  model_id: 'lending',
  profile_id: 'prof_1',
  profile_n: 1,
  measure: 'groups',
  basis: 'model',
  created_at: '2026-01-31T09:00:00.000Z',
  actor: { id: 'operator', role: 'operator' },
  count: 339,
  ids_root: `sha256:${'0'.repeat(64)}`,
  ledger_size: 2_400,
  sequence: 2_400,
  hash: `sha256:${'1'.repeat(64)}`,
};

const personRequest: PersonRequestRow = {
  request_id: 'preq_1',
  number: '2026-014',
  received_on: '2026-01-31',
  asks: ['access'],
  rule: 'month',
  due: '2026-02-28',
  is_extended: false,
  urgency: 'later',
  n: 1,
  event: 'received',
  created_at: '2026-01-31T09:00:00.000Z',
  closed_at: null,
  person: { identifiers: ['Finn Xu'], contact: null },
  records: 0,
};

const lists = [
  // The API finds and orders its invoices.
  described(invoicesList, (language) => i18next.getFixedT(language, 'billing', 'invoices'), {
    rows: [],
    found: [],
  }),
  described(paymentsList, (language) => i18next.getFixedT(language, 'billing', 'payments'), {
    rows: [],
    found: [],
    buttons: ['receipt'],
  }),
  // So are its payouts, transactions and jobs; what can be done with one has no place in a file.
  described(payoutsList, (language) => i18next.getFixedT(language, ['payouts', 'tables']), {
    rows: [],
    found: [],
    buttons: ['period', 'behind'],
  }),
  described(journalList, (language) => i18next.getFixedT(language, 'billing', 'journal'), {
    rows: [],
    found: [],
  }),
  described(jobsList, (language) => i18next.getFixedT(language, ['jobs', 'tables']), {
    rows: [],
    found: [],
    buttons: ['progress', 'actions'],
  }),
  // The API finds and orders its events.
  described(auditList, (language) => i18next.getFixedT(language, ['audit', 'requests', 'access']), {
    rows: [],
    found: [],
  }),
  described(dueList, (language) => i18next.getFixedT(language, 'review', 'queue'), {
    rows: [],
    found: [],
  }),
  described(requestsList, (language) => i18next.getFixedT(language, 'requests'), {
    rows: requests,
    found: ['RECORDS req_1'],
  }),
  described(everyonesList, (language) => i18next.getFixedT(language, 'requests'), {
    rows: requests,
    found: ['listrecords req_1'],
  }),
  described(sessionsList, (language) => i18next.getFixedT(language, 'sessions'), {
    rows: [session, { ...session, session_id: 'sess_2', status: 'closed' }],
    found: [],
  }),
  described(modelsList, (language) => i18next.getFixedT(language, 'models'), {
    rows: [model, { ...model, model_id: 'scorer', version: '1.0.0', model_hash: null }],
    found: ['xgb 3.2', ' GUARD ', '00ff fraud'],
  }),
  described(modelNamesList, (language) => i18next.getFixedT(language, 'models'), {
    rows: [model, { model_id: 'scorer', version: '1.0.0' }],
    found: ['GUARD 3.2'],
  }),
  described(alertsList, (language) => i18next.getFixedT(language, 'rules'), {
    rows: [ruleAlert, { ...ruleAlert, alert_id: 'alert_2', model_id: 'scorer', state: 'closed' }],
    found: ['GUARD', 'supplier alert_1'],
  }),
  // Names are not searched: a search stands in the address.
  described(personsList, (language) => i18next.getFixedT(language, 'persons'), {
    rows: [
      personRequest,
      { ...personRequest, request_id: 'preq_2', number: '2026-015', urgency: 'closed' },
    ],
    found: ['014', '2026-014 preq_1'],
  }),
  described(figuresList, (language) => i18next.getFixedT(language, 'figures'), {
    rows: [
      recordedFigure,
      { ...recordedFigure, figure_id: 'fig_2', model_id: 'triage', measure: 'drift' },
    ],
    found: ['lending', 'operator fig_1'],
  }),
  described(grantsList, (language) => i18next.getFixedT(language, 'grants'), {
    rows: [
      grant,
      {
        ...grant,
        grant_id: 'grant_2',
        purpose: 'Trial',
        account_id: 'other',
        dataset_id: 'claims',
        status: 'ended',
      },
    ],
    found: [],
  }),
  described(datasetsList, (language) => i18next.getFixedT(language, 'datasets'), {
    rows: [dataset, { ...dataset, dataset_id: 'other', name: 'Northside', holder_id: 'hospital' }],
    found: ['monitoring Riverside', 'CLINIC-7 home', '  riverside  '],
  }),
];

/** A table, whose rows are neither searched nor ordered here. */
function tabled<Row, Translate>(
  table: AnyTable<Row, Translate>,
  translate: (language: LanguageCode) => Translate,
) {
  return {
    id: table.id,
    columnsIn: (language: LanguageCode) => gridColumns(table, translate(language), 'utc'),
    files: Object.values(table.columns).flatMap(({ onlyInFiles }) => onlyInFiles ?? []),
  };
}

const tables = [
  ...[sharesTable, revenueTable].map((table) =>
    tabled<never, TFunction<['payouts', 'tables']>>(table, (language) =>
      i18next.getFixedT(language, ['payouts', 'tables']),
    ),
  ),
  ...[usageTable, usedSessionsTable].map((table) =>
    tabled<never, UsageWords>(table, (language) => ({
      t: i18next.getFixedT(language, ['billing', 'tables']),
      currency: 'USD',
      grouping: 'month',
    })),
  ),
  ...[
    accountsTable,
    adjustmentsTable,
    rateCardsTable,
    alertsTable,
    draftsTable,
    backtestTable,
    runsTable,
    runItemsTable,
  ].map((table) =>
    tabled<never, TFunction<['billing', 'common', 'tables']>>(table, (language) =>
      i18next.getFixedT(language, ['billing', 'common', 'tables']),
    ),
  ),
  tabled(bundlesTable, (language) => i18next.getFixedT(language, ['bundles', 'tables'])),
  tabled(checkpointsTable, (language) =>
    i18next.getFixedT(language, ['checkpoints', 'common', 'tables']),
  ),
  tabled(ledgerKeysTable, (language) => i18next.getFixedT(language, ['checkpoints', 'tables'])),
  tabled(verificationsTable, (language) => i18next.getFixedT(language, ['integrity', 'tables'])),
  tabled(evidenceTable, (language) => i18next.getFixedT(language, ['sessions', 'tables'])),
  tabled(operationsTable, (language) => i18next.getFixedT(language, ['sessions', 'tables'])),
  tabled(casesTable, (language) => i18next.getFixedT(language, ['cases', 'integrity', 'tables'])),
  tabled(connectionsTable, (language) => i18next.getFixedT(language, ['connections', 'tables'])),
  tabled(peopleTable, (language) => i18next.getFixedT(language, ['people', 'tables'])),
  tabled(endpointsTable, (language) => i18next.getFixedT(language, ['developers', 'tables'])),
  tabled(deliveriesTable, (language) => i18next.getFixedT(language, ['developers', 'tables'])),
  tabled(keysTable, (language) => i18next.getFixedT(language, ['access', 'tables'])),
  tabled(backupsTable, (language) => i18next.getFixedT(language, ['backups', 'tables'])),
  tabled(limitsTable, (language) => i18next.getFixedT(language, ['billing', 'common', 'tables'])),
];

beforeAll(async () => {
  startTranslations();
  await speak('de', 'language', []);
});

// Other files of the same run speak English.
afterAll(() => speak('en', 'language', []));

test('every list that a screen defines is tried', () => {
  const sources = globSync('renderer/screens/**/*.tsx').map((file) => readFileSync(file, 'utf8'));
  const defined = sources.flatMap((source) =>
    [...source.matchAll(/= defineList<.*?\bid: '([^']+)',(?:\s+columnsId: '([^']+)')?/gs)].map(
      ([, id = '', columnsId]) => columnsId ?? id,
    ),
  );
  expect(defined.toSorted()).toEqual(lists.map(({ id }) => id).toSorted());
});

test('every table that a screen defines is tried', () => {
  const sources = globSync('renderer/screens/**/*.{ts,tsx}').map((file) =>
    readFileSync(file, 'utf8'),
  );
  const defined = sources.flatMap((source) =>
    [...source.matchAll(/= defineTable<.*?\bid: '([^']+)'/gs)].map(([, id = '']) => id),
  );
  expect(defined.toSorted()).toEqual(tables.map(({ id }) => id).toSorted());
});

describe.each(tables)('the table $id', (table) => {
  test.each(languages)('has the words of its columns in %s', (language) => {
    const words = table
      .columnsIn(language)
      .flatMap(({ id, title, about = title, data }) => [
        [id, title],
        [id, about],
        ...Object.values(data?.words ?? {}).map((word) => [id, word]),
      ]);
    expect(words.filter(([, word]) => word === '' || /^[\w:]+\.\S+$/.test(word ?? ''))).toEqual([]);
  });

  test('names columns of its own where one stands with another in a file', () => {
    const ids = new Set<string | true>([true, ...table.columnsIn('en').map(({ id }) => id)]);
    expect(table.files.filter((id) => !ids.has(id))).toEqual([]);
  });
});

describe.each(lists)('the list $id', (list) => {
  test.each(languages)('has the words of its columns in %s', (language) => {
    for (const { id, title } of list.columnsIn(language)) {
      expect(`${id}: ${title}`).not.toMatch(/: (column\.|$)/);
    }
  });

  test('has every column in a file, under a path, but those of buttons', () => {
    const held = list.columnsIn('en').flatMap(({ id, data }) => (data === undefined ? [] : [id]));
    expect(held).toEqual(list.ids.filter((id) => !list.buttons.includes(id)));
    const paths = list.columnsIn('en').flatMap(({ data }) => data?.path ?? []);
    expect(paths.filter((path) => !path.startsWith('/'))).toEqual([]);
  });

  test('begins in the order of one of its columns, or has no order', () => {
    const sortable = list.columnsIn('en').flatMap(({ id, sortable: can }) => (can ? [id] : []));
    const { sort } = list.first ?? {};
    expect(sortable.filter((id) => id === sort)).toEqual(sort === undefined ? [] : [sort]);
    expect(sortable.length === 0).toBe(sort === undefined);
  });

  test('is narrowed by its columns, one for each filter and chip', () => {
    for (const member of list.narrowing) expect(list.narrows(member)).toBeDefined();
  });

  test.each(list.found)('finds its first row alone by %j', (text) => {
    expect(list.find(text)).toEqual(list.rows.slice(0, 1));
    expect(list.find(text.split(' ').toReversed().join(' ').toUpperCase())).toEqual(
      list.rows.slice(0, 1),
    );
  });

  test.each(['constructor', '__proto__', 'toString'])('knows no column %s', (name) => {
    expect(list.column(name)).toBeUndefined();
    expect(list.sorted(name)).toEqual(list.rows);
    expect(list.narrow(name)).toEqual(list.rows);
  });
});
