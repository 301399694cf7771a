/** The dialogs of requests of persons through all ways. */
import { page, userEvent } from 'vitest/browser';
import { personRequestSchema } from '../../../shared/contract/persons.ts';
import { checkDialogs } from '../../testing/dialog-checks.tsx';
import { peopleReads } from '../../testing/people.ts';
import { jobOf } from '../../testing/jobs.ts';
import { AccessDialog } from './access-dialog.tsx';
import { CloseRequestDialog } from './close-request-dialog.tsx';
import { ErasePersonDialog } from './erase-person-dialog.tsx';
import { ExtendRequestDialog } from './extend-request-dialog.tsx';
import { LetterDialog } from './letter-dialog.tsx';
import { NewRequestDialog } from './new-request-dialog.tsx';
import { PersonSettingsDialog } from './person-settings-dialog.tsx';
import { ObjectionDialog } from './objection-dialog.tsx';

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
const settings = {
  sender: '',
  objection_to: 'objections@bank.example',
  authority: '',
  kept_years: 3,
};

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
    name: 'the data of a person',
    dialog: (opened, onClose) => (
      <AccessDialog request={chosen} opened={opened} onClose={onClose} />
    ),
    reads: { 'GET /jobs/job_1': jobOf('person_access') },
    field: /^German/,
    call: 'POST /persons/requests/preq_1/access',
    answer: jobOf('person_access'),
    body: { language: 'de' },
  },
  {
    name: 'settings of letters and names',
    dialog: (opened, onClose) => <PersonSettingsDialog opened={opened} onClose={onClose} />,
    reads: { 'GET /persons/settings': settings },
    field: /^Who decides/,
    text: 'Example Bank',
    fill: () => dialog.getByLabelText(/^Years for which/).fill('5'),
    call: 'PUT /persons/settings',
    answer: { ...settings, sender: 'Example Bank', kept_years: 5 },
    body: {
      sender: 'Example Bank',
      objection_to: 'objections@bank.example',
      authority: '',
      kept_years: 5,
      if_previous: settings,
    },
    spoil: () => dialog.getByLabelText(/^Jahre, für die/).fill('31'),
    fault: 'muss eine ganze Zahl von 1 bis 30 sein',
  },
  {
    name: 'a letter',
    dialog: (opened, onClose) => (
      <LetterDialog request={chosen} recordId="rec_1" opened={opened} onClose={onClose} />
    ),
    reads: {
      ...peopleReads([]),
      'GET /persons/settings': { ...settings, objection_to: '' },
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
        evidence: 0,
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
