import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { speak } from '../../i18n/index.ts';
import { answerApi } from '../../testing/api.ts';
import { draw } from '../../testing/draw.tsx';
import { spendingLimitSchema } from '../../../shared/contract/billing.ts';
import { LimitDialog } from './limit-dialog.tsx';

const limit = spendingLimitSchema.parse({
  limit_id: 'limit_1',
  account_id: null,
  dataset_id: 'claims',
  period: 'DAILY',
  mode: 'HARD',
  amount: 100,
  alert_thresholds: [50],
  auto_suspend: true,
  spent: 0,
  period_start: '2026-01-01T00:00:00.000Z',
  reset_at: '2026-01-02T00:00:00.000Z',
  currency: 'USD',
  created_at: '2026-01-01T00:00:00.000Z',
});

const amount = page.getByRole('textbox', { name: /^Amount/ });
const onClose = vi.fn<() => void>();

beforeEach(() => speak('en', 'iso', ['en']));
afterEach(() => {
  vi.restoreAllMocks();
  onClose.mockClear();
});

test('a new limit of everything names no account and no dataset', async () => {
  const sent = answerApi({ 'POST /billing/limits': limit });
  await draw(<LimitDialog opened limit={undefined} onClose={onClose} />);
  await amount.fill('1,250.5');
  await page.getByRole('button', { name: 'Set the limit' }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent).toEqual([
    {
      call: 'POST /billing/limits',
      body: {
        period: 'MONTHLY',
        mode: 'SOFT',
        amount: 1_250.5,
        alert_thresholds: [50, 80, 100],
        auto_suspend: false,
      },
      idempotencyKey: expect.any(String),
    },
  ]);
});

test('a change keeps the scope out, and says what it was decided upon', async () => {
  const sent = answerApi({ 'PUT /billing/limits/limit_1': limit });
  await draw(<LimitDialog opened limit={limit} onClose={onClose} />);
  await amount.fill('200');
  await page.getByRole('textbox', { name: 'Alerts at, %' }).fill('30 % 60');
  await page.getByRole('button', { name: 'Change the limit' }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  const terms = { period: 'DAILY', mode: 'HARD', auto_suspend: true };
  expect(sent[0]?.body).toEqual({
    ...terms,
    amount: 200,
    alert_thresholds: [30, 60],
    if_previous: { ...terms, amount: 100, alert_thresholds: [50] },
  });
});

test('a threshold that is no number is refused at its field, and nothing is sent @whole', async () => {
  const sent = answerApi({});
  await draw(<LimitDialog opened limit={limit} onClose={onClose} />);
  const alerts = page.getByRole('textbox', { name: 'Alerts at, %' });
  await alerts.fill('30, many');
  await page.getByRole('button', { name: 'Change the limit' }).click();
  await expect.element(alerts).toHaveFocus();
  await expect.element(alerts).toHaveAttribute('aria-invalid', 'true');
  expect(sent).toEqual([]);
});
