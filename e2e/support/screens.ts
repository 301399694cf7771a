/** Every screen of the console and the page of one thing of each kind, by its address. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Api } from './api.ts';
import { repository } from './host.ts';

export interface Screen {
  /** Of its pictures, and of what is said when it fails. */
  readonly name: string;
  /** After `/#`. */
  readonly address: string;
  /** False where what the screen shows is of this run alone, or much like another one. */
  readonly hasPicture?: boolean;
}

export const sections: readonly Screen[] = [
  { name: 'overview', address: '/overview' },
  { name: 'decisions', address: '/decisions' },
  { name: 'oversight', address: '/oversight', hasPicture: false },
  { name: 'alerts', address: '/oversight/alerts', hasPicture: false },
  { name: 'oversight-figures', address: '/oversight/figures', hasPicture: false },
  { name: 'persons', address: '/persons', hasPicture: false },
  { name: 'review', address: '/review?by=decisions' },
  { name: 'review-due', address: '/review', hasPicture: false },
  { name: 'integrity', address: '/integrity' },
  { name: 'integrity-checkpoints', address: '/integrity?tab=checkpoints' },
  { name: 'integrity-bundles', address: '/integrity?tab=bundles', hasPicture: false },
  { name: 'integrity-cases', address: '/integrity?tab=cases', hasPicture: false },
  { name: 'models', address: '/models' },
  { name: 'sessions', address: '/sessions' },
  { name: 'datasets', address: '/datasets' },
  { name: 'grants', address: '/grants', hasPicture: false },
  { name: 'billing-usage', address: '/billing' },
  { name: 'billing-month', address: '/billing?tab=month', hasPicture: false },
  { name: 'billing-invoices', address: '/billing?tab=invoices' },
  { name: 'billing-payments', address: '/billing?tab=payments', hasPicture: false },
  { name: 'billing-months', address: '/billing?tab=months' },
  { name: 'billing-rates', address: '/billing?tab=rates', hasPicture: false },
  { name: 'billing-limits', address: '/billing?tab=limits' },
  { name: 'billing-journal', address: '/billing?tab=journal' },
  { name: 'billing-accounts', address: '/billing?tab=accounts', hasPicture: false },
  { name: 'payouts', address: '/payouts' },
  { name: 'payouts-revenue', address: '/payouts?tab=revenue' },
  { name: 'jobs', address: '/jobs', hasPicture: false },
  { name: 'developers', address: '/developers', hasPicture: false },
  { name: 'developers-calls', address: '/developers?tab=calls', hasPicture: false },
  { name: 'developers-webhooks', address: '/developers?tab=webhooks', hasPicture: false },
  { name: 'audit', address: '/audit', hasPicture: false },
  { name: 'settings', address: '/settings', hasPicture: false },
  { name: 'settings-keys', address: '/settings?tab=keys' },
  { name: 'settings-billing', address: '/settings?tab=billing', hasPicture: false },
  { name: 'settings-people', address: '/settings?tab=people', hasPicture: false },
  { name: 'settings-limits', address: '/settings?tab=limits', hasPicture: false },
  { name: 'settings-server', address: '/settings?tab=server', hasPicture: false },
  { name: 'settings-connections', address: '/settings?tab=connections', hasPicture: false },
  { name: 'settings-databases', address: '/settings?tab=databases', hasPicture: false },
  { name: 'settings-backup', address: '/settings?tab=backup', hasPicture: false },
  { name: 'settings-diagnostics', address: '/settings?tab=diagnostics', hasPicture: false },
  { name: 'help', address: '/help', hasPicture: false },
  { name: 'help-verdicts', address: '/help/verdicts' },
  { name: 'help-figures', address: '/help/figures', hasPicture: false },
  { name: 'help-api', address: '/help/api' },
];

const listSchema = (id: string) =>
  z.looseObject({ data: z.array(z.looseObject({ [id]: z.string() })).min(1) });

/** The address of the first thing of a list, whatever its id is. */
async function first(api: Api, list: string, id: string): Promise<string> {
  const { data } = await api.get(list, listSchema(id));
  return String(data[0]?.[id]);
}

/** The pages of single things, where there are any. */
export async function things(api: Api): Promise<readonly Screen[]> {
  const record = await first(api, '/records?model_id=credit-scorer&limit=1', 'id');
  // The older one of the two that are open has evidence.
  const session = await first(api, '/sessions?status=active&limit=1&offset=1', 'session_id');
  const invoice = await first(api, '/billing/invoices?status=PAID&limit=1', 'invoice_id');
  // Explained and objected to; the other one asks to be erased.
  const answered = await first(api, '/persons/requests?ask=objection', 'request_id');
  const erasing = await first(api, '/persons/requests?ask=erasure', 'request_id');
  return [
    { name: 'decision', address: `/decisions?record=${record}` },
    {
      name: 'oversight-rules',
      address: '/oversight?model=credit-scorer&tab=rules',
      hasPicture: false,
    },
    { name: 'model', address: '/models/credit-scorer' },
    { name: 'model-versions', address: '/models/credit-scorer?tab=versions', hasPicture: false },
    { name: 'session', address: `/sessions/${session}` },
    { name: 'session-data', address: `/sessions/${session}?tab=data`, hasPicture: false },
    { name: 'session-evidence', address: `/sessions/${session}?tab=evidence` },
    { name: 'session-operations', address: `/sessions/${session}?tab=operations` },
    {
      name: 'session-aggregate',
      address: `/sessions/${session}?tab=aggregate`,
      hasPicture: false,
    },
    { name: 'session-usage', address: `/sessions/${session}?tab=usage`, hasPicture: false },
    { name: 'dataset', address: '/datasets/riverside-outpatients' },
    { name: 'person-request', address: `/persons/${answered}`, hasPicture: false },
    { name: 'person-read', address: `/persons/${answered}?tab=read`, hasPicture: false },
    { name: 'person-letters', address: `/persons/${answered}?tab=explain`, hasPicture: false },
    { name: 'person-access', address: `/persons/${answered}?tab=access`, hasPicture: false },
    { name: 'person-objections', address: `/persons/${answered}?tab=object`, hasPicture: false },
    { name: 'person-erasure', address: `/persons/${erasing}?tab=erase`, hasPicture: false },
    { name: 'person-history', address: `/persons/${answered}?tab=close`, hasPicture: false },
    { name: 'invoice', address: `/billing/invoices/${invoice}` },
    { name: 'payouts-holder', address: '/payouts?holder=riverside-clinic' },
  ];
}

/** Addresses of what opens within a screen: a row beside its list or under itself, another reading of the same. */
export async function openings(api: Api): Promise<readonly Screen[]> {
  const record = await first(api, '/records?review=waiting&limit=1', 'id');
  const payout = await first(api, '/billing/payouts?limit=1', 'payout_id');
  const request = await first(api, '/requests?limit=1', 'request_id');
  const session = await first(api, '/sessions?status=active&limit=1&offset=1', 'session_id');
  const evidence = await first(api, `/sessions/${session}/evidence?limit=1`, 'evidence_id');
  return [
    { name: 'review-record', address: `/review?by=decisions&record=${record}` },
    { name: 'payout', address: `/payouts?payout=${payout}` },
    { name: 'request', address: `/developers?tab=calls&of=everyone&request=${request}` },
    { name: 'audit-event', address: '/audit?event=1' },
    { name: 'evidence', address: `/sessions/${session}?tab=evidence&evidence=${evidence}` },
    { name: 'integrity-method', address: '/integrity?tab=method' },
    { name: 'billing-sessions', address: '/billing?rows=sessions' },
    {
      name: 'versions-compared',
      address: '/models/credit-scorer?tab=versions&compare=3.0.0',
    },
    { name: 'operation', address: '/help/api?operation=createRecord' },
  ];
}

/** Pages that are looked at for their room and their title alone. */
export const furtherPages: readonly Screen[] = [
  { name: 'integrity-history', address: '/integrity?tab=history' },
  { name: 'model-decisions', address: '/models/credit-scorer?tab=decisions' },
  { name: 'model-completeness', address: '/models/credit-scorer?tab=annex' },
  { name: 'dataset-protection', address: '/datasets/riverside-outpatients?tab=protection' },
  { name: 'dataset-access', address: '/datasets/riverside-outpatients?tab=access' },
  { name: 'dataset-sessions', address: '/datasets/riverside-outpatients?tab=sessions' },
  { name: 'dataset-erasures', address: '/datasets/riverside-outpatients?tab=erasures' },
  { name: 'recovery', address: '/recovery' },
  { name: 'no-such-request', address: '/persons/preq_00000000000000000000000000' },
  { name: 'no-such-thing', address: '/open/ev_00000000000000000000000000' },
];

/** The patterns of the router's addresses, as its source names them. */
export function routerPaths(): readonly string[] {
  const source = readFileSync(join(repository, 'renderer', 'app', 'router.tsx'), 'utf8');
  return [...source.matchAll(/^ {2}path: '([^']+)'/gm)].map(([, path = '']) => path);
}
