import { NavLink, Stack } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { roleMay } from '../session/permissions';
import { useProfile } from '../session/useSession';
import { DOCUMENTATION, NAVIGATION, type NavigationEntry } from './navigation';

export function MainNavigation() {
  const { user, account } = useProfile();
  const { pathname } = useLocation();
  const isCurrent = (to: string) => (to === '/' ? pathname === '/' : pathname.startsWith(to));
  const isShown = ({ allow }: NavigationEntry) =>
    allow === 'administrator' ? user.role === 'admin' : !allow || roleMay(account.role, allow);
  return (
    <Stack gap={2} component="nav" aria-label="Main">
      {NAVIGATION.filter(isShown).map(({ to, label, icon: Icon }) => (
        <NavLink
          key={to}
          component={Link}
          to={to}
          label={label}
          active={isCurrent(to)}
          aria-current={isCurrent(to) ? 'page' : undefined}
          leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
          bdrs="sm"
        />
      ))}
      {DOCUMENTATION.map(({ href, label, icon: Icon }) => (
        <NavLink
          key={href}
          href={href}
          target="_blank"
          label={label}
          leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
          bdrs="sm"
        />
      ))}
    </Stack>
  );
}
