/** What each address of the console cannot do without, as operations: for the gate, tabs, links and commands. */
import { useCallback } from 'react';
import type { OperationId } from '../../../shared/contract/routes.ts';
import { useMay } from '../../api/capabilities.ts';
import { sections } from './sections.ts';

/** An operation; null for what needs none beyond its section's. */
type Need = OperationId | null;

/** The tabs that an address can name, by the section that they are in, in their order. */
export const tabNeeds = {
  integrity: {
    method: null,
    checkpoints: 'listCheckpoints',
    bundles: 'createBundle',
    cases: 'listCases',
    history: 'listVerifications',
  },
  models: {
    card: null,
    decisions: 'getRecordHistogram',
    versions: 'getModelVersions',
    annex: 'getModelCompleteness',
  },
  sessions: {
    activity: 'getSessionActivity',
    data: 'streamSession',
    aggregate: 'aggregateSession',
    operations: 'listOperations',
    evidence: 'listSessionEvidence',
    usage: 'getSessionUsage',
  },
  oversight: { rules: 'getWatchedRules' },
  datasets: {
    fields: 'getDatasetFields',
    protection: null,
    access: 'getDatasetAccess',
    sessions: 'listSessions',
    erasures: 'listDatasetErasures',
  },
  persons: {
    find: 'listPersonCandidates',
    read: 'getRecord',
    explain: null,
    access: null,
    object: null,
    erase: null,
    close: null,
  },
  billing: {
    usage: 'getUsage',
    month: 'getUpcomingInvoice',
    invoices: 'listInvoices',
    payments: 'listPayments',
    months: 'listDrafts',
    rates: 'listRateCards',
    limits: 'listLimits',
    journal: 'listBookTransactions',
    accounts: 'listAccounts',
  },
  payouts: { payouts: 'listPayouts', revenue: 'getRevenue' },
  developers: { connect: null, calls: null, webhooks: 'listWebhooks' },
  settings: {
    general: null,
    backup: 'listBackups',
    billing: 'changeBillingSettings',
    people: 'listPeople',
    keys: 'listApiKeys',
    limits: 'getRateLimits',
    server: 'getServer',
    connections: 'listConnections',
    databases: 'listSourceConnections',
    diagnostics: 'describeDiagnostics',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Need>>>>;

/** What the page of one thing cannot do without, by the section that it is in. */
const thingNeeds: Readonly<Partial<Record<string, OperationId>>> = {
  models: 'getModel',
  sessions: 'getSession',
  datasets: 'getDataset',
  oversight: 'listRuleAlerts',
  persons: 'getPersonRequest',
  billing: 'getInvoice',
};

/** The section that a path is in; undefined for the help and other pages that everybody has. */
export function sectionAt(pathname: string) {
  return sections.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
}

/** The operations without which a screen shows nothing, by its path. */
export function needsOfScreen(pathname: string): readonly OperationId[] {
  const section = sectionAt(pathname);
  if (section === undefined) return [];
  const isThing = pathname.length > section.to.length + 1;
  const thing = isThing ? thingNeeds[section.name] : undefined;
  return thing === undefined ? section.needs : [...section.needs, thing];
}

/** The same of an address inside the console, `#/billing?tab=journal`, its tab included. */
export function needsOf(address: string): readonly OperationId[] {
  const { pathname, searchParams } = new URL(address.replace(/^#/, ''), 'console:/');
  const tabs: Readonly<Record<string, Need>> | undefined = Object.entries(tabNeeds).find(
    ([name]) => name === sectionAt(pathname)?.name,
  )?.[1];
  const tab = tabs?.[searchParams.get('tab') ?? ''] ?? null;
  return [...needsOfScreen(pathname), ...(tab === null ? [] : [tab])];
}

/** Tells whether an address inside the console leads to something that is to be had here. */
export function useIsOpen(): (address: string) => boolean {
  const may = useMay();
  return useCallback((address) => needsOf(address).every(may), [may]);
}

/**
 * Which tabs are offered, in `order`, and which of them is shown: the one that the address asks for,
 * else the first. `lacking` is what the asked one cannot do without and is not to be had; else null.
 */
export function useTabs<Tab extends string>(
  needs: Readonly<Record<Tab, Need>>,
  order: readonly [Tab, ...Tab[]],
  asked: Tab | undefined,
): { readonly offered: readonly Tab[]; readonly tab: Tab; readonly lacking: Need } {
  const may = useMay();
  const isOffered = (tab: Tab) => {
    const need = needs[tab];
    return need === null || may(need);
  };
  const offered = order.filter(isOffered);
  const first = offered[0] ?? order[0];
  if (asked === undefined || isOffered(asked)) {
    return { offered, tab: asked ?? first, lacking: null };
  }
  return { offered, tab: first, lacking: needs[asked] };
}
