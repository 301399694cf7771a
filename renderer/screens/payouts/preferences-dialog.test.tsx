import { page } from 'vitest/browser';
import { payoutPreferencesSchema } from '../../../shared/contract/billing.ts';
import { checkDialogs } from '../../testing/dialog-checks.tsx';
import { PreferencesDialog } from './preferences-dialog.tsx';

const preferences = payoutPreferencesSchema.parse({
  holder_id: 'clinic',
  frequency: 'MONTHLY',
  threshold: 100,
  method: 'bank_transfer',
  fee_percent: 0,
  balance: 0,
  pending_payout: 0,
  next_run: '2026-02-01T00:00:00.000Z',
  currency: 'USD',
});

checkDialogs([
  {
    name: 'how a holder is paid',
    dialog: (opened, onClose) => (
      <PreferencesDialog opened={opened} preferences={preferences} onClose={onClose} />
    ),
    field: /^Threshold/,
    text: '250',
    call: 'PUT /billing/payout-preferences',
    answer: preferences,
    body: { holder_id: 'clinic', threshold: 250, if_previous: { threshold: 100 } },
    fault: 'muss eine Zahl sein',
    spoil: () => page.getByLabelText(/^Schwellenwert/).fill('viel'),
  },
]);
