/** How long replicas hold what is erased: said before, said after until it is over, and never where nobody keeps any. */
import { afterEach, expect, test, vi } from 'vitest';
import { answerApi } from '../../testing/api.ts';
import { draw } from '../../testing/draw.tsx';
import { ReplicaNote } from './replica-note.tsx';

afterEach(() => vi.restoreAllMocks());

const day = 86_400_000;
const workspaceOf = (days: number | null) => ({
  kind: 'local',
  origin: 'proofdesk.local/1',
  record_count: 1,
  created_at: '2022-01-01T00:00:00.000Z',
  data_directory: null,
  last_erasure: null,
  replica_days: days,
  version: '1.0.0',
  case_id: null,
  remote: null,
});

async function drawn(days: number | null, erasedAt?: string) {
  answerApi({ 'GET /workspace': workspaceOf(days) });
  const about = erasedAt === undefined ? {} : { erasedAt };
  const screen = await draw(<ReplicaNote {...about} />);
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
  return screen;
}

test.each([
  [1, 'Replicas of this ledger hold it for 1 day more.'],
  [7, 'Replicas of this ledger hold it for 7 days more.'],
])('before an erasure: %d', async (days, text) => {
  const screen = await drawn(days);
  await expect.element(screen.getByText(text)).toBeVisible();
});

test('after it, until the day on which they are gone', async () => {
  const screen = await drawn(7, new Date(Date.now() - 6 * day).toISOString());
  await expect.element(screen.getByText(/Replicas of this ledger hold it until/)).toBeVisible();
});

test('nothing once they are gone, and nothing where none are kept', async () => {
  const long = new Date(Date.now() - 8 * day).toISOString();
  expect((await drawn(7, long)).container.textContent).toBe('');
  expect((await drawn(null)).container.textContent).toBe('');
  expect((await drawn(null, long)).container.textContent).toBe('');
});
