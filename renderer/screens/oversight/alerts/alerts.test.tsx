/** Alerts and rules as they are drawn: each says what was found, leads to its decisions, and is acknowledged. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { alertSchema, watchedRulesSchema } from '../../../../shared/contract/alerts.ts';
import { speak } from '../../../i18n/index.ts';
import { useDialogs } from '../../../state/dialogs.ts';
import { answerApi } from '../../../testing/api.ts';
import { checkDialogs } from '../../../testing/dialog-checks.tsx';
import { draw } from '../../../testing/draw.tsx';
import { peopleReads } from '../../../testing/people.ts';
import { AcknowledgeDialog } from './acknowledge-dialog.tsx';
import { OpenAlerts } from './open-alerts.tsx';
import { WatchedRules } from './watched-rules.tsx';

const where = '{"group.race":"black"}';
const rule = {
  id: 'rule-1',
  kind: 'impact_ratio',
  window: 'all',
  groups: ['race'],
  below: [4, 5],
  chance: false,
};
const values = (value: string) => [{ name: 'race', value }];
const finding = {
  kind: 'impact_ratio',
  group: {
    values: values('black'),
    n: 339,
    favourable: 243,
    adjusted_p: 2.3e-19,
    verdict: 'below',
  },
  reference: { values: values('white'), n: 2_041, favourable: 1_852 },
  records: { count: 339, where },
};
const alert = alertSchema.parse({
  alert_id: 'alert_1',
  model_id: 'lending',
  rule_id: 'rule-1',
  rule,
  profile: { profile_id: 'prof_1', n: 1 },
  state: 'open',
  since: '2026-01-01T00:00:00.000Z',
  window: { from: null, to: '2026-01-01T00:00:00.000Z' },
  finding,
  records: { count: 339, where },
  acknowledged: null,
  closed: null,
  sequence: 7,
});
const pageOf = (data: readonly unknown[], total = data.length) => ({
  data,
  pagination: { total, limit: 3, offset: 0, has_more: total > data.length },
});
const list = '/oversight/alerts';
const address = `#/decisions?${new URLSearchParams({ model_id: 'lending', where }).toString()}`;

beforeEach(() => speak('en', 'iso', ['en']));
afterEach(async () => {
  vi.restoreAllMocks();
  await userEvent.hover(document.body, { position: { x: 0, y: 0 } });
});

test('an open alert says what was found, and leads to its decisions', async () => {
  answerApi({ [`GET ${list}`]: pageOf([alert], 5) });
  await draw(<OpenAlerts model="lending" />);
  const line = page.getByRole('list', { name: 'Open alerts' }).getByRole('listitem').first();
  await expect
    .poll(() => line.element().textContent)
    .toContain(
      'Impact ratio by race below 4/5. race black: favourable 0.790 times as often as race white (95 % 0.738 to 0.846, n 339).',
    );
  await expect
    .element(line.getByRole('link', { name: 'Show 339 decisions' }))
    .toHaveAttribute('href', address);
  await expect
    .element(page.getByRole('link', { name: '4 more open alerts' }))
    .toHaveAttribute('href', '#/oversight/alerts?state=open');
});

test('without an open alert nothing is said', async () => {
  let asked = 0;
  answerApi({
    [`GET ${list}`]: () => {
      asked += 1;
      return pageOf([]);
    },
  });
  await draw(<OpenAlerts model={undefined} />);
  await expect.poll(() => asked).toBe(1);
  expect(page.getByRole('list').elements()).toEqual([]);
});

const silence = { id: 'rule-2', kind: 'silence', hours: 48 };
const rules = watchedRulesSchema.parse({
  model_id: 'lending',
  profile: { profile_id: 'prof_1', n: 1 },
  evaluated_to: '2026-01-01T00:00:00.000Z',
  data: [
    { rule, broken: true, window: alert.window, finding, alert },
    {
      rule: silence,
      broken: false,
      window: { from: '2025-12-30T00:00:00.000Z', to: '2026-01-01T00:00:00.000Z' },
      finding: { kind: 'silence', last_at: null, records: { count: 0, where: '{}' } },
      alert: null,
    },
  ],
});

test('rules stand with how each stands now', async () => {
  answerApi({ 'GET /oversight/rules': rules });
  await draw(<WatchedRules model="lending" />);
  const broken = page.getByRole('listitem').first();
  await expect.element(broken.getByText('Broken')).toBeVisible();
  await expect.element(broken.getByRole('button', { name: 'Acknowledge…' })).toBeVisible();
  await expect
    .element(broken.getByRole('link', { name: 'Show 339 decisions' }))
    .toHaveAttribute('href', address);
  const kept = page.getByRole('listitem').nth(1);
  await expect.element(kept.getByText('No decision for 48 hours')).toBeVisible();
  await expect.element(kept.getByText('Kept')).toBeVisible();
  await expect.element(kept.getByText('2025-12-30 to 2025-12-31')).toBeVisible();
  expect(kept.getByRole('button').elements()).toEqual([]);
  await page.getByRole('button', { name: 'Change…' }).click();
  expect(useDialogs.getState().open).toEqual({ kind: 'decision-profile', modelId: 'lending' });
  useDialogs.setState({ open: null });
});

test('the note of an acknowledgement can be erased, and then that is said', async () => {
  const acknowledged = (note: string | null) => ({
    ...rules,
    data: rules.data.slice(0, 1).map((each) => ({
      ...each,
      alert: {
        ...alert,
        state: 'acknowledged',
        acknowledged: { at: alert.since, actor: { id: 'operator', role: 'operator' }, note },
      },
    })),
  });
  let note: string | null = 'Eva Mayer called.';
  answerApi({ ...peopleReads([]), 'GET /oversight/rules': () => acknowledged(note) });
  const { unmount } = await draw(<WatchedRules model="lending" />);
  const line = page.getByRole('listitem').first();
  await expect.element(line.getByText('Eva Mayer called.')).toBeVisible();
  await line.getByRole('button', { name: 'Erase the note…' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('checkbox', { name: 'Note' })).toBeChecked();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await unmount();
  note = null;
  await draw(<WatchedRules model="lending" />);
  await expect.element(line.getByText('the note was erased')).toBeVisible();
  expect(line.getByRole('button', { name: 'Erase the note…' }).elements()).toEqual([]);
});

test('where nothing is watched, it says what a rule is for', async () => {
  answerApi({ 'GET /oversight/rules': { ...rules, data: [] } });
  await draw(<WatchedRules model="lending" />);
  await expect.element(page.getByText('Nothing is watched')).toBeVisible();
});

checkDialogs([
  {
    name: 'an acknowledgement',
    dialog: (opened, onClose) => (
      <AcknowledgeDialog alert={alert} opened={opened} onClose={onClose} />
    ),
    field: /^What you found out/,
    text: 'The supplier is being asked.',
    call: `POST ${list}/alert_1/acknowledgements`,
    answer: alert,
    body: { note: 'The supplier is being asked.' },
    fault: 'darf nicht leer sein',
  },
]);
