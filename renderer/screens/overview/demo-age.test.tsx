/** A demo says when its decisions have grown old, and offers to be made anew. */
import { afterEach, expect, test, vi } from 'vitest';
import { answerApi } from '../../testing/api.ts';
import { draw } from '../../testing/draw.tsx';
import { useDialogs } from '../../state/dialogs.ts';
import { DemoAge } from './demo-age.tsx';

const hours = Array.from({ length: 24 }, () => 1);
const overviewOf = (newest: string) => ({
  generated_at: '2026-11-20T08:00:00.000Z',
  attention: [],
  due: [],
  decisions: 1,
  reviews: null,
  requests: null,
  days: [{ date: newest, total: 24, hours }],
  activity: [],
});

const workspaceOf = (kind: 'demo' | 'local') => ({
  kind,
  origin: 'proofdesk.demo',
  record_count: 1,
  created_at: '2022-01-01T00:00:00.000Z',
  data_directory: null,
  last_erasure: null,
  replica_days: null,
  version: '1.0.0',
  case_id: null,
  remote: null,
});

afterEach(() => vi.restoreAllMocks());

async function drawn(kind: 'demo' | 'local', newest: string) {
  answerApi({ 'GET /workspace': workspaceOf(kind) });
  return draw(<DemoAge overview={overviewOf(newest)} />);
}

test('a demo whose newest decision is eight days old is offered to be made anew', async () => {
  const screen = await drawn('demo', '2026-11-12');
  await expect
    .element(screen.getByText('The newest decision of this demo is 8 days old.'))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Make it new…' }).click();
  expect(useDialogs.getState().open).toMatchObject({ kind: 'reset-demo' });
});

test.each([
  ['demo', '2026-11-13'],
  ['local', '2026-11-01'],
] as const)('nothing is offered in a %s ledger with one of %s', async (kind, newest) => {
  const screen = await drawn(kind, newest);
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
  expect(screen.container.textContent).toBe('');
});
