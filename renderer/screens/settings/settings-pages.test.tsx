import { page } from 'vitest/browser';
import { backupSettingsSchema } from '../../../shared/contract/backups.ts';
import { checkDialogs } from '../../testing/dialog-checks.tsx';
import { BackupSettingsForm } from './backup-settings-form.tsx';
import { usualClose, usualDunning } from '../../../shared/billing/dunning.ts';
import { IssuerForm } from './billing-tab.tsx';
import { DatabasesTab } from './databases-tab.tsx';
import { LimitsTab } from './limits-tab.tsx';
import { ServerTab } from './server-tab.tsx';

const rate = { limit: 600, period: '1m' };
const limits = { read: rate, query: rate, write: rate, bulk: rate, rows: rate };
const server = {
  managed: true,
  enabled: false,
  port: 8_080,
  base_url: null,
  state: 'off',
  error: null,
};
const places = {
  managed: true,
  folders: ['/srv/clinic'],
  given: [],
  servers: [],
  given_servers: [],
};
const noConnections = {
  data: [],
  pagination: { total: 0, limit: 100, offset: 0, has_more: false },
};
const issuer = {
  legal_name: 'Datahaven Exchange B.V.',
  address: { line1: 'Keizersgracht 241', city: 'Amsterdam', country: 'NL' },
  email: 'billing@datahaven.example',
};
const kept = {
  schedule: 'daily',
  every_hours: 6,
  daily_at: '02:00',
  keep_last: 10,
  keep_days: 30,
  keep_months: 12,
  folder: null,
};
const settings = backupSettingsSchema.parse({
  ...kept,
  available: true,
  folder_in_use: '/backups',
  next_at: null,
  last_success: null,
  last_failure: null,
  overdue: false,
  signing_key: { exported_at: null, complete: false },
});

checkDialogs([
  {
    name: 'the folders for datasets',
    isPage: true,
    dialog: () => <DatabasesTab />,
    reads: { 'GET /sources/places': places, 'GET /source-connections': noConnections },
    field: 'Folders',
    text: '/srv/clinic\n/srv/visits',
    call: 'PUT /sources/places',
    answer: { ...places, folders: ['/srv/clinic', '/srv/visits'] },
    body: {
      folders: ['/srv/clinic', '/srv/visits'],
      servers: [],
      if_previous: { folders: ['/srv/clinic'], servers: [] },
    },
    fault: 'darf höchstens 100 Einträge haben',
    spoil: () => page.getByRole('textbox').first().fill('/x\n'.repeat(101)),
  },
  {
    name: 'the rate limits',
    isPage: true,
    dialog: () => <LimitsTab />,
    reads: { 'GET /rate-limits': limits },
    field: 'Reading: limit',
    text: '1200',
    call: 'PUT /rate-limits',
    answer: { ...limits, read: { limit: 1_200, period: '1m' } },
    body: { read: { limit: 1_200, period: '1m' }, if_previous: limits },
    fault: 'muss mindestens 1 sein',
    spoil: () => page.getByRole('textbox').first().fill('0'),
  },
  {
    name: 'the port of the server',
    isPage: true,
    dialog: () => <ServerTab />,
    reads: { 'GET /server': server },
    field: 'Port',
    text: '9090',
    call: 'PUT /server',
    answer: { ...server, port: 9_090 },
    body: { enabled: false, port: 9_090, if_previous: { enabled: false, port: 8_080 } },
    fault: 'Von 1024 bis 65535, oder 0.',
    spoil: () => page.getByRole('textbox').fill('80'),
  },
  {
    name: 'in whose name invoices are issued',
    isPage: true,
    dialog: () => (
      <IssuerForm
        settings={{
          version: 1,
          changed_at: null,
          issuer,
          kept_years: 10,
          close: usualClose,
          dunning: [...usualDunning],
          currency: 'USD',
          currency_in_use: null,
        }}
      />
    ),
    field: 'Legal name',
    text: 'Datahaven Exchange N.V.',
    call: 'PUT /billing/settings',
    answer: {
      version: 2,
      changed_at: '2026-11-27T00:00:00.000Z',
      issuer: { ...issuer, legal_name: 'Datahaven Exchange N.V.' },
      kept_years: 10,
      close: usualClose,
      dunning: usualDunning,
      currency: 'USD',
      currency_in_use: null,
    },
    body: {
      issuer: { ...issuer, legal_name: 'Datahaven Exchange N.V.' },
      kept_years: 10,
      if_previous: { issuer, kept_years: 10 },
    },
    fault: 'darf nicht leer sein',
    spoil: () => page.getByRole('textbox').first().fill(''),
  },
  {
    name: 'when backups are made, and which are kept',
    isPage: true,
    dialog: () => <BackupSettingsForm settings={settings} />,
    field: /^The last/,
    text: '20',
    call: 'PUT /backups/settings',
    answer: { ...settings, keep_last: 20 },
    body: { keep_last: 20, if_previous: kept },
    fault: 'muss eine ganze Zahl von 1 bis 1000 sein',
    spoil: () => page.getByLabelText(/^Anzahl der neuesten/).fill('0'),
  },
]);
