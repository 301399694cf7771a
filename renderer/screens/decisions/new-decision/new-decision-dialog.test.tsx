import { page } from 'vitest/browser';
import { checkDialogs } from '../../../testing/dialog-checks.tsx';
import { NewDecisionDialog } from './new-decision-dialog.tsx';

const hash = `sha256:${'0'.repeat(64)}`;

checkDialogs([
  {
    name: 'a new decision',
    dialog: (opened, onClose) => (
      <NewDecisionDialog opened={opened} onClose={onClose} onCreated={onClose} />
    ),
    isKept: true,
    field: /^Input/,
    text: '{"age": 41}',
    fill: async () => {
      await page.getByRole('combobox', { name: /^Model/ }).fill('scorer');
      await page.getByLabelText(/^Output/).fill('{"decision": "approve"}');
    },
    look: { shows: 'Append this decision?' },
    call: 'POST /records',
    answer: {
      id: 'rec_1',
      model_id: 'scorer',
      input: { age: 41 },
      output: { decision: 'approve' },
      hash,
      previous_hash: hash,
      created_at: '2026-01-01T00:00:00.000Z',
      interventions: [],
      seq: 1,
    },
    body: { model_id: 'scorer', input: { age: 41 }, output: { decision: 'approve' } },
    fault: 'Ein JSON-Objekt ist erforderlich.',
    spoil: () => page.getByRole('textbox', { name: /^Eingabe/ }).fill(''),
  },
]);
