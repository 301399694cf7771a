import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { accountSchema, rateCardSchema } from '../../../shared/contract/billing.ts';
import { speak } from '../../i18n/index.ts';
import { answerApi } from '../../testing/api.ts';
import { checkDialogs } from '../../testing/dialog-checks.tsx';
import { draw } from '../../testing/draw.tsx';
import { AssignCardDialog } from './assign-card-dialog.tsx';

const account = (id: string, name: string, version: number) =>
  accountSchema.parse({
    account_id: id,
    name,
    email: 'billing@example.org',
    address: { line1: '', city: '', state: '', postal_code: '', country: '' },
    tax_percent: 0,
    payment_terms_days: 30,
    suspend_after_days: null,
    rate_card: { rate_card_id: 'standard', version },
    suspensions: [],
    created_at: '2026-01-01T00:00:00.000Z',
  });
const accounts = [account('acct_1', 'First', 1), account('acct_2', 'Second', 2)];
const price = { rate: 1 };
const card = rateCardSchema.parse({
  rate_card_id: 'research',
  version: 3,
  name: 'Research',
  model: 'PAY_PER_USE',
  currency: 'USD',
  time: price,
  record: price,
  data: price,
  operation: price,
  created_at: '2026-01-01T00:00:00.000Z',
});

const onClose = vi.fn<() => void>();

async function chooseSecond(): Promise<void> {
  await page.getByRole('combobox', { name: 'Account' }).click();
  await page.getByRole('option', { name: 'Second' }).click();
}

describe('as any dialog', () => {
  checkDialogs([
    {
      name: 'a rate card of an account',
      dialog: (opened, close) => (
        <AssignCardDialog opened={opened} card={card} accounts={accounts} onClose={close} />
      ),
      field: /^Account/,
      text: 'Second',
      choose: chooseSecond,
      call: 'PUT /billing/accounts/acct_2/rate-card',
      answer: {
        account_id: 'acct_2',
        rate_card_id: 'research',
        version: 3,
        from_month: '2026-03',
        discount_percent: 0,
        used: null,
      },
      body: { rate_card_id: 'research', version: 3 },
    },
  ]);
});

beforeEach(async () => {
  vi.setSystemTime(new Date('2026-03-15T12:00:00.000Z'));
  await speak('en', 'iso', ['en']);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('another account is assigned upon its own card', async () => {
  const sent = answerApi({
    'PUT /billing/accounts/acct_2/rate-card': {
      account_id: 'acct_2',
      rate_card_id: 'research',
      version: 3,
      from_month: '2026-03',
      discount_percent: 0,
      used: null,
    },
  });
  await draw(<AssignCardDialog opened card={card} accounts={accounts} onClose={onClose} />);
  await chooseSecond();
  await page.getByRole('button', { name: 'Assign' }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent).toMatchObject([
    {
      body: {
        rate_card_id: 'research',
        version: 3,
        from_month: '2026-03',
        if_previous: { rate_card_id: 'standard', version: 2 },
      },
    },
  ]);
});
