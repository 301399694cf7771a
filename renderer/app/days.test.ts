/** A day is the same in every zone, on screen and in files; whatever holds instants names their zone. */
import { globSync, readFileSync } from 'node:fs';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startOf } from '../../shared/billing/calendar.ts';
import type { ListedInvoice } from '../../shared/contract/billing.ts';
import { dateSchema, daySchema, instantSchema } from '../../shared/contract/common.ts';
import { exportableOperations } from '../../shared/contract/exports.ts';
import type { ModelOverview } from '../../shared/contract/models.ts';
import { routes } from '../../shared/contract/routes.ts';
import { made } from '../../shared/contract/when-asked.ts';
import { startTranslations } from '../i18n/index.ts';
import type { TimeZoneChoice } from '../state/preferences.ts';
import type { GridColumn } from '../ui/table/grid-column.ts';
import { journalList } from '../screens/billing/journal-tab.tsx';
import { alertsTable } from '../screens/billing/limit-tables.tsx';
import { auditList } from '../screens/audit/audit-list.tsx';
import { invoicesList } from '../screens/billing/invoices-list.tsx';
import { paymentsList } from '../screens/billing/payments-list.tsx';
import { datasetsList } from '../screens/datasets/datasets-list.tsx';
import { decisionColumns } from '../screens/decisions/columns.tsx';
import { chipText } from '../ui/filter/decision-filters.ts';
import { gridColumns } from '../ui/list/list-columns.tsx';
import { modelsList } from '../screens/models/model-list.tsx';
import { sharesTable } from '../screens/payouts/payout-tables.tsx';
import { payoutsList } from '../screens/payouts/payouts-list.tsx';
import { alertsList } from '../screens/oversight/alerts/alerts-list.tsx';
import { figuresList } from '../screens/oversight/recorded/figures-list.tsx';
import { grantsList } from '../screens/grants/grants-list.tsx';
import { personsList } from '../screens/persons/persons-list.tsx';
import { everyonesList, requestsList } from '../screens/developers/calls/requests-list.tsx';
import { reviewColumns } from '../screens/review/review-columns.tsx';
import { sessionsList } from '../screens/sessions/sessions-list.tsx';

const zones = [
  'utc',
  'America/Los_Angeles',
  'Pacific/Kiritimati',
] as const satisfies TimeZoneChoice[];

const invoice: ListedInvoice = {
  invoice_id: 'inv_1',
  status: 'PAID',
  issued_date: startOf('2026-11-01'),
  due_date: startOf('2026-11-15'),
  amount: 1,
  currency: 'USD',
  period: { start_date: startOf('2026-10-01'), end_date: startOf('2026-10-31') },
  paid_date: '2026-11-02T12:00:00.000Z',
};

const model: ModelOverview = {
  model_id: 'credit-scorer',
  version: '1.0.0',
  versions: 1,
  registered_at: '2026-01-01T00:00:00.000Z',
  framework: null,
  training_date: '2026-01-01',
  model_hash: null,
  artifact: 'unchecked',
  artifact_checked_at: null,
  specification: { present: 0, total: 7 },
  annex_iv: { present: 0, partial: 0, total: 23 },
  has_intended_use: false,
  has_limitations: false,
  decision_count: 0,
};

beforeAll(startTranslations);

/** Every grid, and its columns in a zone. */
const grids: Readonly<
  Record<
    string,
    (
      zone: TimeZoneChoice,
    ) => readonly Pick<GridColumn<never, never>, 'id' | 'data' | 'title' | 'header'>[]
  >
> = {
  decisions: (zone) => decisionColumns(i18next.getFixedT(null, 'decisions'), zone),
  review: (zone) =>
    reviewColumns(
      i18next.getFixedT(null, 'review'),
      i18next.getFixedT(null, 'decisions'),
      zone,
      (id) => id,
    ),
  models: (zone) => gridColumns(modelsList, i18next.getFixedT(null, 'models'), zone),
  ruleAlerts: (zone) => gridColumns(alertsList, i18next.getFixedT(null, 'rules'), zone),
  figures: (zone) => gridColumns(figuresList, i18next.getFixedT(null, 'figures'), zone),
  persons: (zone) => gridColumns(personsList, i18next.getFixedT(null, 'persons'), zone),
  grants: (zone) => gridColumns(grantsList, i18next.getFixedT(null, 'grants'), zone),
  datasets: (zone) => gridColumns(datasetsList, i18next.getFixedT(null, 'datasets'), zone),
  sessions: (zone) => gridColumns(sessionsList, i18next.getFixedT(null, 'sessions'), zone),
  invoices: (zone) =>
    gridColumns(invoicesList, i18next.getFixedT(null, 'billing', 'invoices'), zone),
  payments: (zone) =>
    gridColumns(paymentsList, i18next.getFixedT(null, 'billing', 'payments'), zone),
  audit: (zone) =>
    gridColumns(auditList, i18next.getFixedT(null, ['audit', 'requests', 'access']), zone),
  payouts: (zone) => gridColumns(payoutsList, i18next.getFixedT(null, ['payouts', 'tables']), zone),
  shares: (zone) => gridColumns(sharesTable, i18next.getFixedT(null, ['payouts', 'tables']), zone),
  journal: (zone) => gridColumns(journalList, i18next.getFixedT(null, 'billing', 'journal'), zone),
  alerts: (zone) =>
    gridColumns(alertsTable, i18next.getFixedT(null, ['billing', 'common', 'tables']), zone),
  requests: (zone) => gridColumns(requestsList, i18next.getFixedT(null, 'requests'), zone),
  'requests of everyone': (zone) =>
    gridColumns(everyonesList, i18next.getFixedT(null, 'requests'), zone),
};

/** What a column of a row shows, as text. */
function shown<Row, Cells>(column: GridColumn<Row, Cells>, row: Row, cells: Cells): string {
  return renderToStaticMarkup(column.cell(row, cells, '')).replaceAll(/<[^>]*>/g, '');
}

describe('grids', () => {
  test('the days of an invoice are those of its document, in every zone', () => {
    for (const zone of zones) {
      const t = i18next.getFixedT(null, 'billing', 'invoices');
      const columns = gridColumns(invoicesList, t, zone);
      const days = columns
        .filter(({ data }) => data?.kind === 'day')
        .map((column) => shown(column, invoice, { t, zone }));
      expect(days).toEqual(['October 2026', '1 Nov 2026', '15 Nov 2026']);
    }
  });

  test('the day of a training is that of the card, in every zone', () => {
    for (const zone of zones) {
      const t = i18next.getFixedT(null, 'models');
      const training = gridColumns(modelsList, t, zone).filter(({ data }) => data?.kind === 'day');
      expect(training.map((column) => shown(column, model, { t, zone }))).toEqual(['1 Jan 2026']);
    }
  });

  test('an instant is never shown as a day alone', () => {
    const t = i18next.getFixedT(null, 'models');
    const zone = 'America/Los_Angeles';
    const registered = gridColumns(modelsList, t, zone).filter(({ id }) => id === 'registered');
    expect(registered.map((column) => shown(column, model, { t, zone }))).toEqual([
      '31 Dec 2025, 16:00',
    ]);
  });

  test.each(Object.entries(grids))(
    'every header over instants in %s names their zone',
    (_, columnsIn) => {
      const headsIn = (zone: TimeZoneChoice) =>
        columnsIn(zone)
          .filter(({ id, data }) => data?.kind === 'instant' || id === 'since')
          .map(({ title, header = title }) => ({ title, header }));
      expect(headsIn('utc').filter(({ header }) => !header.endsWith('(UTC)'))).toEqual([]);
      const pacific = headsIn('Pacific/Kiritimati');
      expect(pacific.filter(({ header }) => !header.endsWith('(Kiritimati)'))).toEqual([]);
      expect(pacific.filter(({ title }) => !title.endsWith('(Pacific/Kiritimati)'))).toEqual([]);
    },
  );
});

test('a filter by days says that they are UTC', () => {
  const t = i18next.getFixedT(null, 'decisions');
  const [from, to] = ['2026-10-30', '2026-10-31'];
  const chips = [
    { start_date: from },
    { end_date: to },
    { start_date: from, end_date: from },
    { start_date: from, end_date: to },
  ].map((filter) => chipText(filter, 'created', t));
  expect(chips).toEqual([
    'from 30 Oct 2026 (UTC)',
    'until 31 Oct 2026 (UTC)',
    'on 30 Oct 2026 (UTC)',
    '30 Oct 2026 – 31 Oct 2026 (UTC)',
  ]);
});

const timed = [
  { kind: 'day', schemas: [made(daySchema), made(dateSchema)] },
  { kind: 'instant', schemas: [made(instantSchema)] },
] as const;

/** Every place of a row that holds a day or an instant, as its JSON Pointer and which of both. */
function timesIn(schema: z.core.$ZodType, at = ''): (readonly [string, string])[] {
  for (const { kind, schemas } of timed) {
    if (schemas.some((each) => each === made(schema) || each === schema._zod.parent))
      return [[at, kind]];
  }
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, part]) => timesIn(part, `${at}/${name}`));
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return timesIn(schema.unwrap(), at);
  }
  return schema instanceof z.ZodUnion ? schema.options.flatMap((each) => timesIn(each, at)) : [];
}

/** What the rows of every list that a file can hold say of a place. */
const kindsAt = new Map<string, Set<string>>();
for (const { operationId, response } of routes) {
  if (!exportableOperations.some((each) => each === operationId)) continue;
  if (!(response instanceof z.ZodObject) || !('data' in response.shape)) continue;
  const { data } = response.shape;
  for (const [place, kind] of data instanceof z.ZodArray ? timesIn(data.element) : []) {
    kindsAt.set(place, (kindsAt.get(place) ?? new Set()).add(kind));
  }
}

/** The columns of files as the screens write them. */
const fileColumns = globSync('renderer/screens/**/*.{ts,tsx}').flatMap((file) =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /(?:fileColumn\([^;]*?, |path: )'(\/\w[\w/]*)'(?:,\s+(?:(?:kind|form): )?'(\w+)')?/g,
    ),
  ].map(([, place = '', kind = 'text']) => ({
    file,
    place,
    kind: kind === 'ago' || kind === 'zoned' ? 'instant' : kind,
  })),
);

describe('files', () => {
  test('a column of days is one of days, a column of instants one of instants', () => {
    const known = fileColumns.filter(({ place }) => kindsAt.has(place));
    expect(known.length).toBeGreaterThan(25);
    expect(known.filter(({ place, kind }) => kindsAt.get(place)?.has(kind) !== true)).toEqual([]);
  });
});
