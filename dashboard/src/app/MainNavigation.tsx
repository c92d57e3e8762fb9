import { NavLink, Stack } from '@mantine/core';
import { IconBook2, IconHelp } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { roleMay } from '../session/permissions';
import { useProfile } from '../session/useSession';
import { NAVIGATION, type NavigationEntry } from './navigation';

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
      <NavLink
        href="/docs/"
        target="_blank"
        label="Manual"
        leftSection={<IconHelp size={18} stroke={1.7} aria-hidden />}
        bdrs="sm"
      />
      <NavLink
        href="/api/docs"
        target="_blank"
        label="API reference"
        leftSection={<IconBook2 size={18} stroke={1.7} aria-hidden />}
        bdrs="sm"
      />
    </Stack>
  );
}
