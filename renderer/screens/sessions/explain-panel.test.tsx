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
  dialect: 'postgres-columns',
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

test('the SQL is told by the engine that it is of, in every language', async () => {
  for (const [language, dialect, words] of [
    ['en', 'sqlite-jsonb', 'SQLite, over documents in the ledger'],
    ['en', 'duckdb', 'DuckDB, over files'],
    ['en', 'postgres-columns', 'PostgreSQL, over columns of a table'],
    ['de', 'postgres-jsonb', 'PostgreSQL, über Dokumente einer Tabelle'],
  ] as const) {
    await speak(language, 'iso', [language]);
    const { container, unmount } = await draw(<ExplainPanel result={{ ...told, dialect }} />);
    expect(container.textContent).toContain(words);
    await unmount();
  }
});

test('it is brought into sight where the form above it fills what is shown', async () => {
  const { container } = await draw(
    <div data-form style={{ height: '12rem', overflow: 'auto' }}>
      <div style={{ height: '12rem' }} />
      <ExplainPanel result={told} />
    </div>,
  );
  const form = container.querySelector('[data-form]');
  const panel = page.getByRole('region', { name: 'How the filter runs' }).element();
  expect(panel.getBoundingClientRect().top).toBe(form?.getBoundingClientRect().top);
});

test('where nothing of it is told, no index, plan or SQL is claimed', async () => {
  const untold = { ...told, sql: '', parameters: [], index: null, plan: [] };
  const { container } = await draw(<ExplainPanel result={untold} />);
  expect(page.getByRole('region', { name: 'Plan', exact: true }).elements()).toEqual([]);
  expect(page.getByRole('region', { name: 'SQL', exact: true }).elements()).toEqual([]);
  expect(container.textContent).not.toContain('walked');
  expect(container.textContent).toContain('A regular expression is matched in JavaScript.');
});
