/** The sections of the console in the order of the navigation; Alt+1…9 go by it. */
import {
  IconBoxModel2,
  IconDatabase,
  IconListDetails,
  IconPlugConnected,
  IconSettings,
  IconShieldCheck,
  IconStack2,
} from '@tabler/icons-react';

export const sections = [
  { name: 'decisions', to: '/decisions', Icon: IconStack2 },
  { name: 'models', to: '/models', Icon: IconBoxModel2 },
  { name: 'sessions', to: '/sessions', Icon: IconPlugConnected },
  { name: 'datasets', to: '/datasets', Icon: IconDatabase },
  { name: 'integrity', to: '/integrity', Icon: IconShieldCheck },
  { name: 'jobs', to: '/jobs', Icon: IconListDetails },
  { name: 'settings', to: '/settings', Icon: IconSettings },
] as const;
