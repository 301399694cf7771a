/** The dialogs of requests of persons through all ways. */
import { beforeEach } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { personRequestSchema } from '../../../shared/contract/persons.ts';
import { checkDialogs } from '../../testing/dialog-checks.tsx';
import { peopleReads } from '../../testing/people.ts';
import { CloseRequestDialog } from './close-request-dialog.tsx';
import { ErasePersonDialog } from './erase-person-dialog.tsx';
import { ExtendRequestDialog } from './extend-request-dialog.tsx';
import { LetterDialog } from './letter-dialog.tsx';
import { NewRequestDialog } from './new-request-dialog.tsx';
import { ObjectionDialog } from './object-panel.tsx';

const request = personRequestSchema.parse({
  request_id: 'preq_1',
  number: '2026-014',
  received_on: '2026-01-31',
  asks: ['access'],
  rule: 'month',
  due: '2026-02-28',
  is_extended: false,
  urgency: 'later',
  n: 1,
  event: 'received',
  created_at: '2026-01-31T09:00:00.000Z',
  closed_at: null,
  person: { identifiers: ['Finn Xu'], contact: null },
  records: 0,
  record_ids: [],
  note: null,
  letters: [],
  events: [],
  kept_until: null,
});

const chosen = { ...request, asks: [...request.asks], record_ids: ['rec_1'], records: 1 };
const hash = `sha256:${'0'.repeat(64)}`;
const dialog = page.getByRole('dialog');

checkDialogs([
  {
    name: 'a new request',
    dialog: (opened, onClose) => (
      <NewRequestDialog opened={opened} onClose={onClose} onCreated={onClose} />
    ),
    field: /^Where the answer goes/,
    text: 'finn@example.test',
    fill: async () => {
      await page
        .getByLabelText(/^Who it is/)
        .first()
        .fill('Finn Xu');
      await userEvent.keyboard('{Enter}');
      await page.getByRole('checkbox', { name: 'Access' }).click();
      await page.getByLabelText(/^Received on/).fill('2026-01-31');
    },
    call: 'POST /persons/requests',
    answer: request,
    body: {
      received_on: '2026-01-31',
      asks: ['access'],
      identifiers: ['Finn Xu'],
      contact: 'finn@example.test',
      rule: 'month',
    },
    fault: 'muss mindestens einen Wert haben',
  },
  {
    name: 'putting off the answer',
    dialog: (opened, onClose) => (
      <ExtendRequestDialog request={request} opened={opened} onClose={onClose} />
    ),
    field: /^Reason/,
    text: 'Many decisions',
    call: 'POST /persons/requests/preq_1/extension',
    answer: request,
    body: { reason: 'Many decisions' },
    fault: 'darf nicht leer sein',
  },
  {
    name: 'closing a request',
    dialog: (opened, onClose) => (
      <CloseRequestDialog request={request} opened={opened} onClose={onClose} />
    ),
    field: /^Note/,
    text: 'Told by letter',
    call: 'POST /persons/requests/preq_1/closing',
    answer: request,
    body: { as: 'closed', note: 'Told by letter' },
    spoil: () => page.getByRole('radio', { name: 'Abgelehnt' }).click(),
    fault: 'wird benötigt',
  },
  {
    name: 'a letter',
    dialog: (opened, onClose) => (
      <LetterDialog request={chosen} recordId="rec_1" opened={opened} onClose={onClose} />
    ),
    reads: {
      ...peopleReads([]),
      'POST /persons/requests/preq_1/letter/preview': {
        parts: [{ kind: 'title', text: 'How we decided' }],
        needs_reasons: false,
        document: '',
        sha256: hash,
        n: 1,
      },
    },
    field: /^Who decides/,
    text: 'Example Bank',
    fill: () => dialog.getByLabelText(/^Where to object/).fill('bank@example.test'),
    look: { shows: 'How we decided' },
    call: 'POST /persons/requests/preq_1/letter',
    answer: request,
    body: {
      record_id: 'rec_1',
      language: 'en',
      sender: 'Example Bank',
      objection_to: 'bank@example.test',
    },
    fault: 'darf nicht leer sein',
  },
  {
    name: 'an objection',
    dialog: (opened, onClose) => (
      <ObjectionDialog request={chosen} opened={opened} onClose={onClose} />
    ),
    reads: peopleReads([]),
    field: /^What the person says/,
    text: 'My income is higher.',
    call: 'POST /persons/requests/preq_1/objection',
    answer: request,
    body: { record_ids: ['rec_1'], reason: 'My income is higher.' },
    fault: 'darf nicht leer sein',
  },
  {
    name: 'an erasure for a person',
    dialog: (opened, onClose) => (
      <ErasePersonDialog request={chosen} opened={opened} onClose={onClose} />
    ),
    reads: {
      ...peopleReads([]),
      'POST /persons/requests/preq_1/erasure/preview': {
        records: 1,
        interventions: 0,
        values: [{ field: 'input', count: 1 }],
        gone: 0,
        letters: 0,
        needs_approver: false,
        entries: [[{ id: 'rec_1', hash, fields: ['input'] }]],
      },
    },
    field: /^Legal basis/,
    text: 'GDPR Art. 17(1)(a)',
    look: {
      shows: 'Values of 1 decision.',
      confirm: () => dialog.getByLabelText('Type erase to confirm').fill('erase'),
    },
    call: 'POST /persons/requests/preq_1/erasure',
    answer: { data: [], request },
    body: { record_ids: ['rec_1'], legal_basis: 'GDPR Art. 17(1)(a)' },
    fault: 'darf nicht leer sein',
  },
]);

beforeEach(() => localStorage.removeItem('proofdesk.letterhead'));
