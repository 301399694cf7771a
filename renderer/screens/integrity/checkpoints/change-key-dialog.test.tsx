import { checkDialogs } from '../../../testing/dialog-checks.tsx';
import { ChangeKeyDialog } from './change-key-dialog.tsx';

checkDialogs([
  {
    name: 'another signing key',
    dialog: (opened, onClose) => <ChangeKeyDialog opened={opened} onClose={onClose} />,
    reads: {
      'GET /server': {
        managed: false,
        enabled: true,
        port: 0,
        base_url: null,
        state: 'off',
        error: null,
      },
    },
    field: 'API key of this start',
    text: 'pdk_1',
    call: 'POST /chain/keys',
    answer: { vkey: 'desk+1+key', first_size: 1, seq: 1, created_at: '2026-01-01T00:00:00.000Z' },
  },
]);
