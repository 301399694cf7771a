/** The sections of the console in the order of the navigation; Alt+1…9 go by it. */
import {
  IconBoxModel2,
  IconCashBanknote,
  IconDatabase,
  IconListDetails,
  IconPlugConnected,
  IconReceipt2,
  IconSettings,
  IconShieldCheck,
  IconStack2,
  IconUserCheck,
} from '@tabler/icons-react';

export const sections = [
  { name: 'decisions', to: '/decisions', Icon: IconStack2 },
  { name: 'review', to: '/review', Icon: IconUserCheck },
  { name: 'integrity', to: '/integrity', Icon: IconShieldCheck },
  { name: 'models', to: '/models', Icon: IconBoxModel2 },
  { name: 'sessions', to: '/sessions', Icon: IconPlugConnected },
  { name: 'datasets', to: '/datasets', Icon: IconDatabase },
  { name: 'billing', to: '/billing', Icon: IconReceipt2 },
  { name: 'payouts', to: '/payouts', Icon: IconCashBanknote },
  { name: 'jobs', to: '/jobs', Icon: IconListDetails },
  { name: 'settings', to: '/settings', Icon: IconSettings },
] as const;
