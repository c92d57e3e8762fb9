import type { Permission } from '../session/permissions';
import {
  type Icon,
  IconBook2,
  IconChartBar,
  IconClipboardList,
  IconCoins,
  IconHelp,
  IconHistory,
  IconHome,
  IconKey,
  IconListDetails,
  IconShieldLock,
  IconUsers,
  IconWand,
} from '../ui/icons';

export interface NavigationEntry {
  to: string;
  label: string;
  icon: Icon;
  /** Who is shown the entry; without it, every member. */
  allow?: Permission | 'administrator';
}

export const NAVIGATION: NavigationEntry[] = [
  { to: '/', label: 'Home', icon: IconHome },
  { to: '/playground', label: 'Playground', icon: IconWand, allow: 'generate' },
  { to: '/history', label: 'History', icon: IconHistory },
  { to: '/credits', label: 'Credits', icon: IconCoins },
  { to: '/usage', label: 'Usage', icon: IconChartBar },
  { to: '/keys', label: 'API keys', icon: IconKey },
  { to: '/requests', label: 'Requests', icon: IconListDetails },
  { to: '/team', label: 'Team', icon: IconUsers },
  { to: '/audit', label: 'Audit log', icon: IconClipboardList, allow: 'manage' },
  { to: '/admin', label: 'Administration', icon: IconShieldLock, allow: 'administrator' },
];

/** Pages of the service beside the dashboard; each opens in a tab of its own. */
export const DOCUMENTATION: { href: string; label: string; icon: Icon }[] = [
  { href: '/docs/', label: 'Manual', icon: IconHelp },
  { href: '/api/docs', label: 'API reference', icon: IconBook2 },
];
