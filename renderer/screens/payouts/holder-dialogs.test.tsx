/** The ways of the dialogs that change a holder, and tell what became of a transfer. */
import { page } from 'vitest/browser';
import { payoutSchema } from '../../../shared/contract/billing.ts';
import { holderDetailsSchema } from '../../../shared/contract/billing-parties.ts';
import { checkDialogs } from '../../testing/dialog-checks.tsx';
import { HolderDialog } from './holder-dialog.tsx';
import { OutcomeDialog } from './outcome-dialog.tsx';

const holder = holderDetailsSchema.parse({
  holder_id: 'clinic',
  version: 3,
  legal_name: 'Stichting Riverside Clinic',
  email: 'money@clinic.example',
  address: { line1: 'Waalkade 8', city: 'Nijmegen', country: 'NL' },
  vat_id: null,
  tax: { kind: 'EXEMPT', rate_percent: 0, reason: 'Small business scheme' },
  self_billing_agreed_on: null,
  destination: { type: 'iban', last4: '4567', usable_from: '2026-01-01T00:00:00.000Z' },
  next_destination: null,
  fees: [],
  beneficiaries: [],
  history: [],
});
const payout = payoutSchema.parse({
  payout_id: 'payout_1',
  status: 'PENDING',
  created_at: '2026-02-01T00:00:00.000Z',
  amount: 154.28,
  currency: 'USD',
  period: { start_date: '2026-01-01T00:00:00.000Z', end_date: '2026-01-31T23:59:59.999Z' },
  statement_number: 'PS-2026-000001',
});

checkDialogs([
  {
    name: 'who a holder is',
    dialog: (opened, onClose) => <HolderDialog opened={opened} holder={holder} onClose={onClose} />,
    field: 'Legal name',
    text: 'Riverside Clinic Foundation',
    call: 'PATCH /billing/holders/clinic',
    answer: holder,
    body: { legal_name: 'Riverside Clinic Foundation' },
    fault: 'muss eine E-Mail-Adresse sein',
    spoil: () => page.getByLabelText('E-Mail').fill('keine'),
  },
  {
    name: 'what became of a transfer',
    dialog: (opened, onClose) => (
      <OutcomeDialog opened={opened} payout={payout} onClose={onClose} />
    ),
    field: 'Reference of the bank',
    text: 'SEPA 77',
    call: 'POST /billing/payouts/payout_1/outcome',
    answer: { ...payout, status: 'COMPLETED' },
    body: { status: 'COMPLETED', reference: 'SEPA 77' },
  },
]);
