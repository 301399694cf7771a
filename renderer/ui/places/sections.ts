/** The sections of the console in the order of the navigation; Alt+1…9 go by it. */
import type { ComponentType } from 'react';
import {
  IconBoxModel2,
  IconCashBanknote,
  IconChartHistogram,
  IconCode,
  IconDatabase,
  IconFileCheck,
  IconHistory,
  IconLayoutDashboard,
  IconListDetails,
  IconPlugConnected,
  IconReceipt2,
  IconSettings,
  IconShieldCheck,
  IconStack2,
  IconUserCheck,
  IconUserQuestion,
} from '@tabler/icons-react';
import type { OperationId } from '../../../shared/contract/routes.ts';
import type { May } from '../../api/capabilities.ts';

interface Section {
  readonly name: string;
  readonly to: string;
  readonly Icon: ComponentType<{ size?: number | string; stroke?: number | string }>;
  /** The operations that its screen cannot do without. */
  readonly needs: readonly OperationId[];
}

export type SectionName = (typeof sections)[number]['name'];

const settings = {
  name: 'settings',
  to: '/settings',
  Icon: IconSettings,
  needs: [],
} as const satisfies Section;

export const sections = [
  { name: 'overview', to: '/overview', Icon: IconLayoutDashboard, needs: ['getOverview'] },
  { name: 'decisions', to: '/decisions', Icon: IconStack2, needs: ['listRecords'] },
  {
    name: 'oversight',
    to: '/oversight',
    Icon: IconChartHistogram,
    needs: ['getOversight', 'listOversightModels'],
  },
  {
    name: 'persons',
    to: '/persons',
    Icon: IconUserQuestion,
    needs: ['listPersonRequests'],
  },
  {
    name: 'review',
    to: '/review',
    Icon: IconUserCheck,
    needs: ['listReviews', 'listRecords'],
  },
  { name: 'integrity', to: '/integrity', Icon: IconShieldCheck, needs: ['getChain'] },
  { name: 'models', to: '/models', Icon: IconBoxModel2, needs: ['listModels'] },
  { name: 'sessions', to: '/sessions', Icon: IconPlugConnected, needs: ['listSessions'] },
  { name: 'datasets', to: '/datasets', Icon: IconDatabase, needs: ['listDatasets'] },
  { name: 'grants', to: '/grants', Icon: IconFileCheck, needs: ['listGrants'] },
  { name: 'billing', to: '/billing', Icon: IconReceipt2, needs: ['getUsage'] },
  { name: 'payouts', to: '/payouts', Icon: IconCashBanknote, needs: ['listPayouts'] },
  { name: 'jobs', to: '/jobs', Icon: IconListDetails, needs: ['listJobs'] },
  { name: 'audit', to: '/audit', Icon: IconHistory, needs: ['listAuditEvents'] },
  { name: 'developers', to: '/developers', Icon: IconCode, needs: [] },
  settings,
] as const satisfies readonly Section[];

/** The keys that go to a section; there are nine. */
export function sectionKeys(name: SectionName): readonly string[] {
  const place = sections.findIndex((each) => each.name === name) + 1;
  return place >= 1 && place <= 9 ? [`alt+${place}`] : [];
}

/** The first section that is to be had; the last ones need nothing. */
export function firstSection(may: May) {
  return sections.find(({ needs }) => needs.every(may)) ?? settings;
}
