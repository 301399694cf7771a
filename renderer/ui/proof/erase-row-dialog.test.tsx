import { beforeEach } from 'vitest';
import { page } from 'vitest/browser';
import { signOut } from '../../signing/signed-in.ts';
import { checkDialogs } from '../../testing/dialog-checks.tsx';
import { peopleReads } from '../../testing/people.ts';
import { EraseRowDialog } from './erase-row-dialog.tsx';

const dialog = page.getByRole('dialog');
const target = { id: 'sessions/sess_1', hash: `sha256:${'0'.repeat(64)}`, fields: ['purpose'] };

beforeEach(() => signOut());

checkDialogs([
  {
    name: 'an erasure in a row',
    dialog: (opened, onClose) => (
      <EraseRowDialog
        opened={opened}
        row={{ table: 'sessions', id: 'sess_1' }}
        fields={['purpose', 'revoked_by']}
        onClose={onClose}
      />
    ),
    reads: peopleReads([]),
    field: /^Legal basis/,
    text: 'GDPR Art. 17(1)(a)',
    fill: async () => {
      await dialog.getByRole('checkbox', { name: 'Purpose' }).click();
    },
    look: { shows: 'Gone for good' },
    call: 'POST /proof/sessions/sess_1/erasures',
    answer: {
      data: [
        {
          seq: 9,
          targets: [target],
          legal_basis: 'GDPR Art. 17(1)(a)',
          actor: { id: 'operator', role: 'operator' },
          created_at: '2026-01-01T00:00:00.000Z',
          hash: target.hash,
        },
      ],
    },
    body: {
      fields: ['purpose'],
      legal_basis: 'GDPR Art. 17(1)(a)',
      actor: { id: 'operator', role: 'operator' },
    },
    fault: 'Nennen Sie die Rechtsgrundlage.',
  },
]);
