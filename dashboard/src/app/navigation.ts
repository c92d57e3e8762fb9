import {
  IconCoins,
  IconHistory,
  IconHome,
  IconKey,
  IconShieldLock,
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
  { to: '/keys', label: 'API keys', icon: IconKey },
  { to: '/admin', label: 'Administration', icon: IconShieldLock, adminOnly: true },
];
