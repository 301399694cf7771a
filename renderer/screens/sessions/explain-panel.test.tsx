import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ExplainResult } from '../../../shared/contract/sessions.ts';
import { speak } from '../../i18n/index.ts';
import { draw } from '../../testing/draw.tsx';
import { ExplainPanel } from './explain-panel.tsx';

const plan = [
  'Index Scan using visits_age on visits r  (cost=0.14..8.17 rows=1 width=8)',
  '  Index Cond: (age > 248)',
];
const told: ExplainResult = {
  mode: 'sql+residual',
  exact: false,
  sql: 'r."age" > CAST(? AS BIGINT)',
  parameters: ['248'],
  index: 'visits_age',
  plan,
  reasons: ['A regular expression is matched in JavaScript.'],
};

beforeEach(() => speak('en', 'iso', ['en']));

test('the plan of a server is told line by line, with its index and the SQL', async () => {
  const { container } = await draw(<ExplainPanel result={told} />);
  expect(page.getByRole('region', { name: 'Plan', exact: true }).element().textContent).toBe(
    plan.join('\n'),
  );
  expect(page.getByRole('region', { name: 'SQL', exact: true }).element().textContent).toBe(
    told.sql,
  );
  expect(container.textContent).toContain('visits_age');
});

test('where nothing of it is told, no index, plan or SQL is claimed', async () => {
  const untold = { ...told, sql: '', parameters: [], index: null, plan: [] };
  const { container } = await draw(<ExplainPanel result={untold} />);
  expect(page.getByRole('region', { name: 'Plan', exact: true }).elements()).toEqual([]);
  expect(page.getByRole('region', { name: 'SQL', exact: true }).elements()).toEqual([]);
  expect(container.textContent).not.toContain('walked');
  expect(container.textContent).toContain('A regular expression is matched in JavaScript.');
});
