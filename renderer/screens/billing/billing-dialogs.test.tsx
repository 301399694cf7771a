import { page } from 'vitest/browser';
import { accountSchema, invoiceSchema } from '../../../shared/contract/billing.ts';
import { checkDialogs } from '../../testing/dialog-checks.tsx';
import { AccountDialog } from './account-dialog.tsx';
import { AdjustmentDialog } from './adjustment-dialog.tsx';
import { CancelInvoiceDialog } from './cancel-invoice-dialog.tsx';
import { LimitDialog } from './limit-dialog.tsx';
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
  suspend_overdue: false,
  rate_card: { rate_card_id: 'standard', version: 1 },
  suspensions: [],
  created_at: at,
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
const dialog = page.getByRole('dialog');

checkDialogs([
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
    name: 'canceling an invoice',
    dialog: (opened, onClose) => (
      <CancelInvoiceDialog opened={opened} invoice={invoice} onClose={onClose} />
    ),
    field: /^Reason/,
    text: 'Wrong cost center',
    call: 'POST /billing/invoices/inv_1/cancel',
    answer: invoice,
    body: { reason: 'Wrong cost center' },
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
    reads: { 'GET /billing/rate-cards': { data: [] } },
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
]);
