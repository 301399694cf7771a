/**
 * Dialogs of accounts, invoices and payments, in each way that a form is used.
 * @push
 */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  accountSchema,
  invoiceDetailsSchema,
  invoiceSchema,
} from '../../../shared/contract/billing.ts';
import { draftSchema } from '../../../shared/contract/billing-runs.ts';
import { creditNoteSchema } from '../../../shared/contract/billing-credit-notes.ts';
import { accountDetailsSchema } from '../../../shared/contract/billing-parties.ts';
import { pageOf } from '../../testing/pages.ts';
import { answerApi, refusal } from '../../testing/api.ts';
import { checkDialogs } from '../../testing/dialog-checks.tsx';
import { draw } from '../../testing/draw.tsx';
import { AccountEditDialog } from './account-edit-dialog.tsx';
import { AccountDialog } from './account-dialog.tsx';
import { AdjustmentDialog } from './adjustment-dialog.tsx';
import { CancelInvoiceDialog } from './cancel-invoice-dialog.tsx';
import { CreditNoteDialog } from './credit-note-dialog.tsx';
import { ClosePeriodDialog } from './close-period-dialog.tsx';
import { HoldDialog } from './hold-dialog.tsx';
import { LimitDialog } from './limit-dialog.tsx';
import { PayInvoiceDialog } from './pay-invoice-dialog.tsx';
import { RateCardDialog } from './rate-card-dialog.tsx';
import { SuspensionDialog } from './suspension-dialog.tsx';

const at = '2026-01-01T00:00:00.000Z';
const address = { line1: '', city: '', state: '', postal_code: '', country: '' };
const account = accountSchema.parse({
  account_id: 'acct_1',
  name: 'First',
  email: 'billing@example.org',
  address,
  tax_percent: 0,
  payment_terms_days: 30,
  suspend_after_days: null,
  rate_card: { rate_card_id: 'standard', version: 1 },
  suspensions: [],
  created_at: at,
});
const details = accountDetailsSchema.parse({
  ...account,
  version: 3,
  line2: '',
  vat_id: null,
  order_number: null,
  kinds: {},
  show_name_to_holders: true,
  tax: { kind: 'OUT_OF_SCOPE', rate_percent: 0, reason: 'No VAT is charged.' },
  history: [],
});
const invoice = invoiceSchema.parse({
  invoice_id: 'inv_1',
  status: 'PENDING',
  issued_date: at,
  due_date: '2026-01-31T00:00:00.000Z',
  customer: { id: 'acct_1', name: 'First', email: 'billing@example.org', address },
  line_items: [],
  subtotal: 5,
  tax: 0,
  total: 5,
  currency: 'USD',
  payment_terms: 'Net 30',
  notes: '',
  pdf_url: '/v1/billing/invoices/inv_1/pdf',
});
const paidInvoice = {
  ...invoice,
  status: 'PAID' as const,
  details: invoiceDetailsSchema.parse({
    invoice_number: 'INV-2026-000001',
    account_id: 'acct_1',
    period: { start_date: at, end_date: at },
    issuer: null,
    tax_percent: 0,
    taxes: [{ percent: 0, base: 10, tax: 0 }],
    reminders: [],
    paid_date: at,
    canceled_date: null,
    cancel_reason: null,
    shared: null,
    payment: null,
    entry: { seq: 1, hash: `sha256:${'0'.repeat(64)}` },
    pdf_sha256: `sha256:${'0'.repeat(64)}`,
    lines: [
      {
        kind: 'usage',
        description: 'Records, 5 records',
        amount: 5,
        dimension: 'record',
        volume: 5,
        unit: 'records',
        rate: 1,
      },
    ],
  }),
};
const note = creditNoteSchema.parse({
  credit_note_id: 'cn_1',
  credit_note_number: 'CN-2026-000001',
  kind: 'REFUND',
  invoice_id: 'inv_1',
  invoice_number: 'INV-2026-000001',
  account_id: 'acct_1',
  issued_date: at,
  lines: [{ line: 1, description: 'Records, 5 records', amount: 2.5 }],
  subtotal: 2.5,
  tax: 0,
  total: 2.5,
  currency: 'USD',
  reason: 'Empty rows',
  borne_by: 'HOLDERS',
  refund: { amount: 2.5, date: at, reference: '4711' },
  shares: [{ dataset_id: 'ds_1', holder_id: 'mayo', gross: -2.5, fee: -0.38, net: -2.12 }],
});
const draft = draftSchema.parse({
  account_id: 'acct_1',
  month: '2026-01',
  subtotal: 5,
  tax: 0,
  total: 5,
  currency: 'USD',
  is_nothing: false,
  hold: null,
  failed: null,
});
const limit = {
  limit_id: 'limit_1',
  account_id: null,
  dataset_id: null,
  period: 'MONTHLY',
  mode: 'SOFT',
  amount: 100,
  alert_thresholds: [50, 80, 100],
  auto_suspend: false,
  spent: 0,
  period_start: at,
  reset_at: at,
  currency: 'USD',
  created_at: at,
};
const card = {
  rate_card_id: 'research',
  version: 1,
  name: 'Research',
  model: 'PAY_PER_USE',
  currency: 'USD',
  time: { rate: 1 },
  record: { rate: 1 },
  data: { rate: 1 },
  operation: { rate: 1 },
  created_at: at,
};
const method = {
  payment_method_id: 'pm_1',
  type: 'card',
  brand: 'visa',
  last4: '4242',
};
const payment = {
  payment_id: 'pay_1',
  invoice_id: 'inv_1',
  amount: 5,
  currency: 'USD',
  status: 'COMPLETED',
  payment_method: { type: 'card', last4: '4242', brand: 'visa' },
  payment_date: at,
  receipt_url: '/v1/receipt',
};
const dialog = page.getByRole('dialog');

checkDialogs([
  {
    name: 'an account that is changed',
    dialog: (opened, onClose) => (
      <AccountEditDialog opened={opened} account={details} onClose={onClose} />
    ),
    field: /^Order number/,
    text: 'PO-7',
    call: 'PATCH /billing/accounts/acct_1',
    answer: details,
    body: { order_number: 'PO-7' },
    fault: 'darf nicht leer sein',
    spoil: () => page.getByLabelText(/^Name/).fill(''),
  },
  {
    name: 'a new account',
    dialog: (opened, onClose) => (
      <AccountDialog opened={opened} onClose={onClose} onCreated={onClose} />
    ),
    field: /^Name/,
    text: 'First',
    fill: () => dialog.getByLabelText(/^Email/).fill('billing@example.org'),
    call: 'POST /billing/accounts',
    answer: account,
    body: { name: 'First', email: 'billing@example.org', tax_percent: 0, payment_terms_days: 30 },
    fault: 'darf nicht leer sein',
  },
  {
    name: 'a credit',
    dialog: (opened, onClose) => (
      <AdjustmentDialog opened={opened} account={account} onClose={onClose} />
    ),
    field: /^Description/,
    text: 'Goodwill',
    fill: () => dialog.getByLabelText(/^Amount/).fill('12.5'),
    call: 'POST /billing/adjustments',
    answer: {
      adjustment_id: 'adj_1',
      account_id: 'acct_1',
      description: 'Goodwill',
      amount: -12.5,
      currency: 'USD',
      created_at: at,
      invoice_id: null,
    },
    body: { account_id: 'acct_1', description: 'Goodwill', amount: -12.5 },
    fault: 'darf nicht leer sein',
  },
  {
    name: 'a suspension',
    dialog: (opened, onClose) => (
      <SuspensionDialog opened={opened} account={account} suspend onClose={onClose} />
    ),
    field: /^Reason/,
    text: 'Asked to pause',
    call: 'PUT /billing/accounts/acct_1/suspension',
    answer: account,
    body: {
      suspended: true,
      reason: 'Asked to pause',
      if_previous: { suspended: false, reason: null },
    },
    fault: 'Geben Sie den Grund an.',
  },
  {
    name: 'closing a month',
    dialog: (opened, onClose) => (
      <ClosePeriodDialog opened={opened} account={undefined} onClose={onClose} onClosed={onClose} />
    ),
    reads: {
      'GET /billing/accounts': pageOf([account]),
      'POST /billing/invoices?dry_run': invoice,
    },
    field: /^Notes/,
    text: 'As agreed',
    fill: () =>
      dialog
        .getByText('Subtotal')
        .findElement()
        .then(() => undefined),
    call: 'POST /billing/invoices',
    answer: invoice,
    body: { account_id: 'acct_1', notes: 'As agreed' },
  },
  {
    name: 'canceling an invoice',
    dialog: (opened, onClose) => (
      <CancelInvoiceDialog opened={opened} invoice={invoice} onClose={onClose} />
    ),
    field: /^Reason/,
    text: 'Wrong cost center',
    call: 'POST /billing/invoices/inv_1/cancel',
    answer: invoice,
    body: { reason: 'Wrong cost center', kind: 'CORRECTION' },
    fault: 'Geben Sie den Grund an.',
  },
  {
    name: 'a credit note',
    dialog: (opened, onClose) => (
      <CreditNoteDialog opened={opened} invoice={paidInvoice} onClose={onClose} />
    ),
    reads: { 'POST /billing/invoices/inv_1/credit-notes?dry_run': note },
    field: /^Amount of line 1/,
    text: '2.5',
    fill: async () => {
      await dialog.getByLabelText(/^Reason/).fill('Empty rows');
      await dialog.getByLabelText(/^Reference/).fill('4711');
      await dialog.getByText('The holders', { exact: true }).click();
    },
    call: 'POST /billing/invoices/inv_1/credit-notes',
    answer: note,
    body: {
      lines: [{ line: 1, amount: 2.5 }],
      reason: 'Empty rows',
      reference: '4711',
      borne_by: 'HOLDERS',
    },
    fault: 'muss eine Zahl sein',
  },
  {
    name: 'holding a draft back',
    dialog: (opened, onClose) => <HoldDialog opened={opened} draft={draft} onClose={onClose} />,
    field: /^Reason/,
    text: 'Disputed',
    call: 'PUT /billing/drafts/acct_1/2026-01/hold',
    answer: draft,
    body: { reason: 'Disputed' },
    fault: 'Geben Sie den Grund an.',
  },
  {
    name: 'a new limit',
    dialog: (opened, onClose) => (
      <LimitDialog opened={opened} limit={undefined} onClose={onClose} />
    ),
    field: /^Amount/,
    text: '1,250.5',
    call: 'POST /billing/limits',
    answer: limit,
    body: { amount: 1_250.5, period: 'MONTHLY' },
    fault: 'muss eine Zahl sein',
  },
  {
    name: 'a new rate card',
    dialog: (opened, onClose) => (
      <RateCardDialog opened={opened} from={undefined} onClose={onClose} onCreated={onClose} />
    ),
    reads: { 'GET /billing/rate-cards': pageOf([]) },
    field: /^Name/,
    text: 'Research',
    fill: async () => {
      await dialog.getByLabelText(/^Rate card id/).fill('research');
      for (const rate of dialog.getByLabelText(/: rate$/).elements()) {
        await page.elementLocator(rate).fill('1');
      }
    },
    call: 'POST /billing/rate-cards',
    answer: card,
    body: { rate_card_id: 'research', name: 'Research', model: 'PAY_PER_USE' },
    fault: 'darf nicht leer sein',
  },
  {
    name: 'a payment',
    dialog: (opened, onClose) => (
      <PayInvoiceDialog opened={opened} invoice={invoice} onClose={onClose} />
    ),
    reads: { 'GET /billing/payment-methods': pageOf([method]) },
    field: /4242/,
    call: 'POST /billing/invoices/inv_1/pay',
    answer: payment,
    body: { payment_method_id: 'pm_1' },
    fault: 'Wählen Sie ein Zahlungsmittel.',
    spoil: async () => {
      const first = await dialog.getByRole('radio', { name: /4242/ }).findElement();
      first.focus();
    },
  },
]);

const pay = 'POST /billing/invoices/inv_1/pay';

test('a declined payment ends its attempt, an uncertain answer does not', async () => {
  const answers: Record<string, unknown> = {
    'GET /billing/payment-methods': pageOf([method]),
    [pay]: refusal(503, 'engine_unavailable', 'Not now.'),
  };
  const sent = answerApi(answers);
  await draw(<PayInvoiceDialog opened invoice={invoice} onClose={() => undefined} />);
  await page.getByRole('radio', { name: /4242/ }).click();
  const submit = dialog.getByRole('button', { name: /^Pay \S*\d/ });
  await submit.click();
  await expect.element(page.getByText('Not now.')).toBeVisible();
  answers[pay] = refusal(402, 'payment_failed', 'No funds.');
  await submit.click();
  await expect.element(page.getByText('No funds.')).toBeVisible();
  await submit.click();
  await expect.poll(() => sent.length).toBe(3);
  const [first, second, third] = sent.map(({ idempotencyKey }) => idempotencyKey);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('Enter in the form of another method sends that alone, and chooses it @whole', async () => {
  const sent = answerApi({
    'GET /billing/payment-methods': pageOf([]),
    'POST /billing/payment-methods': method,
  });
  await draw(<PayInvoiceDialog opened invoice={invoice} onClose={() => undefined} />);
  await page.getByRole('button', { name: 'Add a payment method' }).click();
  const brand = dialog.getByLabelText('Name');
  await expect.element(brand).toHaveFocus();
  await brand.fill('visa');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByLabelText('Last four digits')).toHaveFocus();
  expect(sent).toEqual([]);
  await dialog.getByLabelText('Last four digits').fill('4242');
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect.element(brand).toHaveValue('visa');
  await dialog.getByLabelText('Last four digits').click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(brand).not.toBeInTheDocument();
  expect(sent).toMatchObject([
    { call: 'POST /billing/payment-methods', body: { type: 'card', brand: 'visa', last4: '4242' } },
  ]);
});
