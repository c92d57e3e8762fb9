import {
  IconChartBar,
  IconCoins,
  IconHistory,
  IconHome,
  IconKey,
  IconListDetails,
  IconShieldLock,
  IconUsers,
  IconWand,
  type TablerIcon,
} from '@tabler/icons-react';

export interface NavigationEntry {
  to: string;
  label: string;
  icon: TablerIcon;
  adminOnly?: boolean;
}

export const NAVIGATION: NavigationEntry[] = [
  { to: '/', label: 'Home', icon: IconHome },
  { to: '/playground', label: 'Playground', icon: IconWand },
  { to: '/history', label: 'History', icon: IconHistory },
  { to: '/credits', label: 'Credits', icon: IconCoins },
  { to: '/usage', label: 'Usage', icon: IconChartBar },
  { to: '/keys', label: 'API keys', icon: IconKey },
  { to: '/requests', label: 'Requests', icon: IconListDetails },
  { to: '/team', label: 'Team', icon: IconUsers },
  { to: '/admin', label: 'Administration', icon: IconShieldLock, adminOnly: true },
];
