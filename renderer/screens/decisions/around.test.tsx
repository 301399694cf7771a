/**
 * Values beside the list, and its course over time above it: pressing, dragging and the keys narrow it.
 * @push
 */
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { RecordFilter } from '../../../shared/contract/records.ts';
import { answerApi } from '../../testing/api.ts';
import { decisionFacets, decisionHistogram, decisionProfile } from '../../testing/decisions.ts';
import { draw } from '../../testing/draw.tsx';
import { prefer, usePreferences } from '../../state/preferences.ts';
import { AroundChoice } from './around-choice.tsx';
import { FacetPane } from './facet-pane.tsx';
import { TimeStrip } from './time-strip.tsx';

const pointAway = () => userEvent.hover(document.body, { position: { x: 0, y: 0 } });
beforeEach(() => {
  answerApi({
    'GET /records/facets': decisionFacets,
    'GET /records/histogram': decisionHistogram([10, 0, 30, 40]),
  });
  return pointAway();
});
afterEach(pointAway);

type Part = (props: {
  readonly filter: RecordFilter;
  readonly onChange: (filter: RecordFilter) => void;
}) => React.ReactNode;

function Narrowed({
  part: Drawn,
  start,
  onChange,
}: { part: Part; start: RecordFilter } & {
  readonly onChange: (filter: RecordFilter) => void;
}) {
  const [filter, setFilter] = useState(start);
  return (
    <Drawn
      filter={filter}
      onChange={(next) => {
        setFilter(next);
        onChange(next);
      }}
    />
  );
}

async function drawn(part: Part, start: RecordFilter = {}) {
  const onChange = vi.fn<(filter: RecordFilter) => void>();
  await draw(<Narrowed part={part} start={start} onChange={onChange} />);
  return onChange;
}

const asked = () =>
  vi.mocked(globalThis.fetch).mock.calls.map(([input]) => {
    const { searchParams } = new URL(new Request(input).url);
    return Object.fromEntries(searchParams);
  });

describe('Values', () => {
  const pane: Part = (props) => (
    <FacetPane
      {...props}
      profile={props.filter.model_id === undefined ? undefined : decisionProfile.data[0]}
    />
  );
  const value = (name: string | RegExp) => page.getByRole('button', { name });

  test('of all models are those that every model has; one of them brings what its profile reads', async () => {
    const changed = await drawn(pane);
    await value('lending 600').click();
    expect(changed.mock.lastCall).toEqual([{ model_id: 'lending' }]);
    await expect.element(value('lending 600')).toHaveAttribute('aria-pressed', 'true');
    await value('declined 150').click();
    await value('approved 400').click();
    await value('declined 150').click();
    await value('2.0.0 600').click();
    await value('0.5 – 0.6 40').click();
    await value('no 600').click();
    expect(changed.mock.lastCall).toEqual([
      {
        model_id: 'lending',
        where:
          '{"changed":false,"confidence":{"$gte":0.5,"$lt":0.6},"outcome":"approved","version":"2.0.0"}',
      },
    ]);
    await value('0.5 – 0.6 40').click();
    await value('claims 300').click();
    expect(changed.mock.lastCall).toEqual([{ model_id: 'claims', where: '{"changed":false}' }]);
  });

  test('are counted under the rest of the filter, those of no restriction at once', async () => {
    await drawn(pane, { model_id: 'lending', where: '{"outcome":"declined"}', q: 'x' });
    await expect.element(value('declined 150')).toHaveAttribute('aria-pressed', 'true');
    const where = '{"outcome":"declined"}';
    expect(asked()).toEqual([
      // Without its model nothing is known of outcomes.
      { q: 'x', facets: 'model_id' },
      { q: 'x', model_id: 'lending', facets: 'outcome' },
      {
        q: 'x',
        model_id: 'lending',
        where,
        facets: 'version,policy_id,group.race,changed,confidence',
      },
    ]);
  });

  test('beyond the first six are shown when they are asked for @whole', async () => {
    await drawn(pane);
    await expect.element(value('policy-5 85')).toBeVisible();
    await expect.element(value('policy-6 84')).not.toBeInTheDocument();
    await value('Show all 9').click();
    await expect.element(value('policy-8 82')).toBeVisible();
    await value('Show fewer').click();
    await expect.element(value('policy-8 82')).not.toBeInTheDocument();
  });
});

describe('The course over time', () => {
  const strip: Part = (props) => <TimeStrip {...props} isListed />;
  const columns = page.getByRole('list', { name: /^Columns of the chart/ }).getByRole('link');
  const october = {
    where: '{"decided_at":{"$gte":"2026-10-01T00:00:00.000Z","$lt":"2026-11-01T00:00:00.000Z"}}',
  };

  test('has a column a period, each a way to its decisions, and the same as a table', async () => {
    await drawn(strip, { q: 'x' });
    await expect.element(columns.nth(3)).toBeVisible();
    expect(columns.elements().map((each) => each.textContent)).toEqual([
      'Aug 2026 · 10 decisions',
      'Sept 2026 · 0 decisions',
      'Oct 2026 · 30 decisions',
      'Nov 2026 · 40 decisions',
    ]);
    const address = new URLSearchParams({ q: 'x', ...october }).toString();
    await expect.element(columns.nth(2)).toHaveAttribute('href', `#/decisions?${address}`);
    await page.getByRole('button', { name: 'Show as a table' }).click();
    const table = page.getByRole('table', { name: 'Decisions by period' });
    await expect
      .element(table.getByRole('link', { name: 'Oct 2026' }))
      .toHaveAttribute('href', `#/decisions?${address}`);
    await expect.element(page.getByText(/^Adverse/).first()).toBeVisible();
  });

  test('narrows the list to periods by the keys @whole', async () => {
    const changed = await drawn(strip, { where: '{"changed":true}' });
    await expect.element(columns.nth(3)).toBeVisible();
    await userEvent.tab();
    await userEvent.keyboard('{ArrowLeft}{Shift>}{ArrowLeft}{/Shift}');
    expect(changed.mock.calls).toEqual([
      [
        {
          where:
            '{"changed":true,"decided_at":{"$gte":"2026-09-01T00:00:00.000Z","$lt":"2026-11-01T00:00:00.000Z"}}',
        },
      ],
    ]);
  });

  test('narrows it to one period by a drag', async () => {
    const changed = await drawn(strip);
    await userEvent.dragAndDrop(columns.nth(2), columns.nth(3));
    expect(changed.mock.calls).toEqual([
      [
        {
          where:
            '{"decided_at":{"$gte":"2026-10-01T00:00:00.000Z","$lt":"2026-12-01T00:00:00.000Z"}}',
        },
      ],
    ]);
  });

  test('is not asked for before the list has its first rows', async () => {
    await drawn((props) => <TimeStrip {...props} isListed={false} />);
    expect(asked()).toEqual([]);
  });
});

test('what stands around the list is kept as a preference', async () => {
  prefer({ decisionFacets: false, decisionsOverTime: true });
  await draw(<AroundChoice />);
  const choice = (name: string) => page.getByRole('button', { name, exact: true });
  await expect.element(choice('Over time')).toHaveAttribute('aria-pressed', 'true');
  await choice('Over time').click();
  await choice('Values').click();
  const { decisionFacets: hasFacets, decisionsOverTime: hasTime } = usePreferences.getState();
  expect([hasFacets, hasTime]).toEqual([true, false]);
  prefer({ decisionFacets: false, decisionsOverTime: true });
});
