import { page } from 'vitest/browser';
import { webhookSchema, webhookSecretSchema } from '../../../shared/contract/webhooks.ts';
import { checkDialogs } from '../../testing/dialog-checks.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';

const endpoint = webhookSchema.parse({
  endpoint_id: 'hook_1',
  url: 'https://hooks.example.com/one',
  events: null,
  status: 'active',
  disabled_at: null,
  disabled_reason: null,
  account_id: null,
  holder_id: null,
  created_at: '2026-01-01T00:00:00.000Z',
  created_by: 'operator',
  version: 1,
  rotated_at: null,
  last_success_at: null,
  failing_since: null,
  waiting: 0,
});
const made = webhookSecretSchema.parse({ ...endpoint, secret: 'whsec_AAAA' });

checkDialogs([
  {
    name: 'a new endpoint',
    dialog: (opened, onClose) => (
      <EndpointDialog opened={opened} endpoint={undefined} onClose={onClose} />
    ),
    field: /^Address/,
    text: 'https://hooks.example.com/new',
    fill: async () => {
      await page.getByLabelText('Only some').click();
      await page.getByLabelText(/^An invoice was paid/).click();
    },
    call: 'POST /webhooks',
    answer: made,
    body: { url: 'https://hooks.example.com/new', events: ['invoice.paid'] },
    fault: 'darf nicht leer sein',
  },
  {
    name: 'an endpoint that is changed',
    dialog: (opened, onClose) => (
      <EndpointDialog opened={opened} endpoint={endpoint} onClose={onClose} />
    ),
    field: /^Address/,
    text: 'https://hooks.example.com/two',
    call: 'PUT /webhooks/hook_1',
    answer: endpoint,
    body: {
      url: 'https://hooks.example.com/two',
      events: null,
      status: 'active',
      if_previous: { url: endpoint.url, events: null },
    },
  },
]);
