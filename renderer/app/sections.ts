/** The sections of the console in the order of the navigation; Alt+1…9 go by it. */
import type { ComponentType } from 'react';
import {
  IconActivity,
  IconBoxModel2,
  IconCashBanknote,
  IconDatabase,
  IconHistory,
  IconLayoutDashboard,
  IconListDetails,
  IconPlugConnected,
  IconReceipt2,
  IconSettings,
  IconShieldCheck,
  IconStack2,
  IconUserCheck,
} from '@tabler/icons-react';

interface Section {
  readonly name: string;
  readonly to: string;
  readonly Icon: ComponentType<{ size?: number | string; stroke?: number | string }>;
  /** The operation that its screen cannot do without; null where it needs none. */
  readonly needs: string | null;
}

export type SectionName = (typeof sections)[number]['name'];

export const sections = [
  { name: 'overview', to: '/overview', Icon: IconLayoutDashboard, needs: 'getOverview' },
  { name: 'decisions', to: '/decisions', Icon: IconStack2, needs: 'listRecords' },
  { name: 'review', to: '/review', Icon: IconUserCheck, needs: 'listReviewPolicies' },
  { name: 'integrity', to: '/integrity', Icon: IconShieldCheck, needs: 'getChain' },
  { name: 'models', to: '/models', Icon: IconBoxModel2, needs: 'listModels' },
  { name: 'sessions', to: '/sessions', Icon: IconPlugConnected, needs: 'listSessions' },
  { name: 'datasets', to: '/datasets', Icon: IconDatabase, needs: 'listDatasets' },
  { name: 'billing', to: '/billing', Icon: IconReceipt2, needs: 'getUsage' },
  { name: 'payouts', to: '/payouts', Icon: IconCashBanknote, needs: 'listPayouts' },
  { name: 'jobs', to: '/jobs', Icon: IconListDetails, needs: 'listJobs' },
  { name: 'requests', to: '/requests', Icon: IconActivity, needs: null },
  { name: 'audit', to: '/audit', Icon: IconHistory, needs: 'listAuditEvents' },
  { name: 'settings', to: '/settings', Icon: IconSettings, needs: null },
] as const satisfies readonly Section[];

/** The keys that go to a section; there are nine. */
export function sectionKeys(name: SectionName): readonly string[] {
  const place = sections.findIndex((each) => each.name === name) + 1;
  return place >= 1 && place <= 9 ? [`alt+${place}`] : [];
}

/** The address of the first section that is to be had; there is always one, as some need nothing. */
export function firstSection(may: (operation: string) => boolean) {
  return sections.find(({ needs }) => needs === null || may(needs))?.to ?? '/settings';
}
