/** Recording a figure: the dialog through all ways, and what it says will be counted. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { figureSchema } from '../../../../shared/contract/figures.ts';
import { answerApi } from '../../../testing/api.ts';
import { checkDialogs } from '../../../testing/dialog-checks.tsx';
import { draw } from '../../../testing/draw.tsx';
import { oversightOf } from '../../../testing/oversight.ts';
import { RecordFigureDialog } from './record-figure-dialog.tsx';
import { RecordedFigurePane } from './figure-pane.tsx';

const hash = `sha256:${'0'.repeat(64)}`;
const figure = figureSchema.parse({
  figure_id: 'fig_1',
  model_id: 'lending',
  profile_id: 'prof_1',
  profile_n: 2,
  measure: 'groups',
  basis: 'model',
  created_at: '2026-03-01T10:00:00.000Z',
  actor: { id: 'operator', role: 'operator' },
  count: 2_380,
  ids_root: hash,
  ledger_size: 2_400,
  sequence: 2_400,
  hash,
  where: '{"outcome_class":"adverse"}',
  result: {
    fields: ['group.race'],
    rows: [
      { values: ['black'], favourable: 243, adverse: 96, undecided: 0, unknown: 0, absent: 0 },
      {
        values: [{ absent: true }],
        favourable: 1_852,
        adverse: 189,
        undecided: 0,
        unknown: 0,
        absent: 0,
      },
    ],
  },
  erased_since: 3,
  is_full_offered: true,
});

checkDialogs([
  {
    name: 'recording a figure',
    dialog: (opened, onClose) => (
      <RecordFigureDialog
        oversight={oversightOf()}
        groups={[]}
        opened={opened}
        onClose={onClose}
        onRecorded={onClose}
      />
    ),
    field: /^Drift/,
    call: 'POST /oversight/figures',
    answer: figure,
    body: { model_id: 'lending', measure: 'drift', basis: 'model', where: '{}' },
    spoil: () => page.getByRole('radio', { name: /^Gruppen/ }).click(),
    fault: 'muss mindestens einen Wert haben',
  },
]);

test('a figure tells its counts, its entry and what was erased since', async () => {
  answerApi({
    'GET /oversight/figures/fig_1': figure,
    'GET /chain/entries': {
      data: [
        {
          seq: 2_400,
          type: 'ledger.evidence/v1',
          bytes: '{"kind":"figure"}',
          hash,
          leaf_hash: hash,
          previous_hash: null,
          record_id: null,
          created_at: '2026-03-01T10:00:00.000Z',
        },
      ],
      size: 2_401,
    },
  });
  await draw(<RecordedFigurePane id="fig_1" onClose={() => undefined} />);
  const table = page.getByRole('table');
  await expect.element(table.getByRole('columnheader', { name: 'race' })).toBeVisible();
  await expect
    .poll(() =>
      table
        .getByRole('row')
        .elements()
        .map((row) => row.textContent),
    )
    .toEqual(['raceFavourableAdverse', 'black24396', 'none1,852189']);
  await expect.element(page.getByText('{"kind":"figure"}')).toBeVisible();
  await expect.element(page.getByText(/^3 of its decisions lost values since/)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: '2,380 decisions' }))
    .toHaveAttribute(
      'href',
      `#/decisions?${new URLSearchParams({ model_id: 'lending', where: figure.where ?? '' }).toString()}`,
    );
});

test('a figure whose counts and filter were erased says so, and offers nothing to erase', async () => {
  answerApi({
    'GET /oversight/figures/fig_1': { ...figure, result: null, where: null },
    'GET /chain/entries': { data: [], size: 2_401 },
  });
  await draw(<RecordedFigurePane id="fig_1" onClose={() => undefined} />);
  await expect.element(page.getByText(/^What was counted was erased/)).toBeVisible();
  await expect.element(page.getByText('2,380 decisions')).toBeVisible();
  expect(page.getByRole('link', { name: '2,380 decisions' }).elements()).toEqual([]);
  expect(page.getByRole('button', { name: 'Erase what it tells…' }).elements()).toEqual([]);
});
