/** Parts of the figures: every number leads to its decisions, and nothing is told that the engine did not. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { oversightModelsSchema } from '../../../shared/contract/oversight.ts';
import { speak } from '../../i18n/index.ts';
import { useDialogs } from '../../state/dialogs.ts';
import { answerApi } from '../../testing/api.ts';
import { draw } from '../../testing/draw.tsx';
import { counted, fairnessRow, oversightOf } from '../../testing/oversight.ts';
import { Drift } from './drift.tsx';
import { Fairness } from './fairness.tsx';
import { Figures } from './figures.tsx';
import { ModelsTable } from './models-table.tsx';
import { OverTime } from './over-time.tsx';
import { People } from './people.tsx';

beforeEach(() => speak('en', 'iso', ['en']));
afterEach(async () => {
  vi.restoreAllMocks();
  // Another file draws on the same page: nothing of it is pointed at.
  await userEvent.hover(document.body, { position: { x: 0, y: 0 } });
});

const addressOf = (search: Readonly<Record<string, string>>) =>
  `#/decisions?${new URLSearchParams({ model_id: 'lending', ...search }).toString()}`;
const nobody = () => undefined;
/** Waits until an element has the text within its own. */
const shows = async (locator: Locator, text: string) => {
  await expect.poll(() => locator.element().textContent).toContain(text);
};

describe('figures', () => {
  test('are told as the engine has them, each a link to its decisions', async () => {
    await draw(<Figures oversight={oversightOf()} />);
    const tile = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await shows(tile('Decisions'), '2,380');
    await shows(tile('Favourable (no)'), '88.0%');
    await shows(tile('Favourable (no)'), '95 % 86.7% to 89.3%');
    await shows(tile('Lowest impact ratio'), '0.790Below 4/5race black');
    await shows(tile('Changed by people'), '31 of 214');
    await shows(tile('Time to review'), '3 h 12 min');
    await shows(tile('Highest drift'), '0.065Smalllvrat, PSI');
    await expect
      .element(page.getByRole('link', { name: 'Favourable (no): 88.0%' }))
      .toHaveAttribute('href', addressOf({ where: '{"outcome_class":"favourable"}' }));
    await expect
      .element(page.getByRole('link', { name: 'Decisions: 2,380' }))
      .toHaveAttribute('href', addressOf({}));
  });

  test('amounts stand by currency, and are never added up', async () => {
    const { figures } = oversightOf();
    const amount = (currency: string, sum: number) => ({
      currency,
      sum,
      records: counted(10),
      by_class: [],
    });
    const amounts = [amount('EUR', 1_200.5), amount('USD', 300)];
    await draw(<Figures oversight={oversightOf({ figures: { ...figures, amounts } })} />);
    await expect.element(page.getByText('Amount in EUR')).toBeVisible();
    await expect.element(page.getByRole('link', { name: '1,200.5' })).toBeVisible();
    await expect.element(page.getByText('Amount in USD')).toBeVisible();
    await expect.element(page.getByRole('link', { name: '300' })).toBeVisible();
  });
});

test('over time a month without decisions is there, and a brush tells its days', async () => {
  const told: string[][] = [];
  await draw(<OverTime oversight={oversightOf()} onPeriod={(from, to) => told.push([from, to])} />);
  const links = page.getByRole('list', { name: /^Columns of the chart/ }).getByRole('link');
  expect(links.elements()).toHaveLength(3);
  await shows(links.nth(0), '1990-01 · 1,000 decisions · 100 adverse, 10.0% (95 % 5.0% to 20.0%)');
  await shows(links.nth(1), '1990-02 · 0 decisions');
  await expect.element(page.getByText('2.1', { exact: true })).toBeInTheDocument();
  await userEvent.tab();
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  expect(told).toEqual([['1990-02-01T00:00:00.000Z', '1990-04-01T00:00:00.000Z']]);
});

describe('groups', () => {
  const drawn = (oversight = oversightOf()) =>
    draw(<Fairness oversight={oversight} group="race" crossed={[]} onGroup={nobody} />);
  const row = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });

  test('are rows with rate, ratio, p and assessment', async () => {
    await drawn();
    await shows(row('other'), '2,04190.7%1–Reference');
    await shows(row('black'), '33970.0%0.790< 0.0001Below 4/5');
    await expect
      .element(row('black').getByRole('link', { name: '339' }))
      .toHaveAttribute('href', addressOf({ where: '{"group.race":"black"}' }));
    await expect.element(page.getByText('▲ race')).toBeVisible();
    await expect.element(page.getByText('3 decisions lack one of the groups')).toBeVisible();
  });

  test('that are crossed stand below, and too few are grey', async () => {
    const { fairness } = oversightOf();
    const few = { verdict: 'too_few', adjusted_p: null, p: 0.006 } as const;
    const crossed = {
      groups: ['race', 'single'],
      rows: [fairnessRow({ race: 'black', single: 'yes' }, 23, few)],
      without: counted(0),
      too_many: false,
      worst: null,
    };
    await drawn(oversightOf({ fairness: { groups: fairness?.groups ?? [], crossed } }));
    await expect.element(page.getByText('race × single')).toBeVisible();
    await shows(row('black, yes'), '0.006Too few');
    await expect.element(row('black, yes')).toHaveAttribute('data-few', 'true');
  });

  test('are not told to whom the engine tells none', async () => {
    await draw(
      <Fairness
        oversight={oversightOf({ fairness: null })}
        group=""
        crossed={[]}
        onGroup={nobody}
      />,
    );
    await expect.element(page.getByText('The profile names no group to compare.')).toBeVisible();
  });
});

test('a field that drifts opens to its buckets, each count a link', async () => {
  await draw(<Drift oversight={oversightOf()} />);
  await page.getByRole('button', { name: /^lvrat/ }).click();
  const table = page.getByRole('table', { name: 'Buckets of lvrat' });
  await shows(table.getByRole('rowheader'), '≤ 0.5');
  await expect
    .element(table.getByRole('link', { name: '71' }))
    .toHaveAttribute('href', addressOf({ where: '{"column.lvrat":{"$lte":0.5}}' }));
});

test('what people changed is told from the one outcome to the other', async () => {
  await draw(<People oversight={oversightOf()} />);
  await expect
    .element(page.getByRole('img', { name: '183 left as they were, 31 changed' }))
    .toBeInTheDocument();
  await expect.element(page.getByText('yes → no')).toBeVisible();
  await expect.element(page.getByRole('link', { name: '24' })).toBeVisible();
});

describe('a row of a model', () => {
  const none = {
    profile: null,
    being_applied: null,
    card: null,
    decisions: counted(185),
    over_time: [85, 100],
    last_at: null,
    classes: null,
    rate: null,
    reviewed: null,
    changed: null,
    changed_of_reviewed: null,
    changed_of_all: null,
    mean_confidence: null,
    has_groups: false,
    fairness: null,
    drift: null,
  };
  const answer = (model: object) => {
    answerApi({
      'GET /oversight/models': oversightModelsSchema.parse({
        from: null,
        to: null,
        axis: {
          interval: 'month',
          starts: ['1990-01-01T00:00:00.000Z', '1990-02-01T00:00:00.000Z'],
        },
        all: {
          decisions: counted(185),
          before: null,
          reviewed: counted(0),
          changed: counted(0),
          changed_of_reviewed: null,
          changed_of_all: 0,
          median_review_ms: null,
          p90_review_ms: null,
        },
        data: [model],
      }),
    });
    return draw(<ModelsTable basis="model" />);
  };

  test('without a profile offers to say what its outcome is', async () => {
    await answer({ ...none, model_id: 'router' });
    await expect
      .element(page.getByRole('link', { name: 'router' }))
      .toHaveAttribute('href', '#/oversight?model=router');
    await shows(page.getByRole('table'), 'By month');
    await expect
      .element(page.getByRole('img', { name: 'Decisions in a period: 85 to 100' }))
      .toBeInTheDocument();
    await shows(page.getByRole('row').nth(1), 'No profileNo profileNo card');
    await page.getByRole('button', { name: 'Say what its outcome is…' }).click();
    expect(useDialogs.getState().open).toEqual({ kind: 'decision-profile', modelId: 'router' });
    useDialogs.setState({ open: null });
  });

  test('says in a word each how groups, drift and its card stand', async () => {
    const row = fairnessRow({ race: 'black' }, 339, {
      verdict: 'below',
      ratio: { value: 0.79, low: 0.74, high: 0.85 },
    });
    await answer({
      ...none,
      model_id: 'lending',
      profile: { profile_id: 'prof_1', n: 1 },
      has_groups: true,
      changed: counted(31, { changed: true }),
      changed_of_all: 31 / 185,
      card: { version: '4.0.0', names_limitations: true, artifact: 'mismatch' },
      fairness: { group: 'race', row },
      drift: { field: 'amount', psi: 0.27, size: 'large', may_be_chance: false },
    });
    await shows(page.getByRole('row').nth(1), 'lending 4.0.0');
    await shows(page.getByRole('row').nth(1), '0.790 below 4/50.270 AmountMismatch');
    await expect
      .element(page.getByRole('link', { name: '16.8%' }))
      .toHaveAttribute('href', addressOf({ where: '{"changed":true}' }));
  });
});
