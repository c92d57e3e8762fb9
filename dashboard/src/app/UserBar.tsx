import {
  ActionIcon,
  Alert,
  Anchor,
  Avatar,
  Divider,
  Group,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { asProblem } from '../api/problem';
import { signOut } from '../session/session';
import { useProfile } from '../session/useSession';
import { IconLogout, IconMoon, IconSun } from '../ui/icons';
import { AccountSwitcher } from './AccountSwitcher';

/** Shows the signed-in user, the colour scheme switch and the sign-out button. */
export function UserBar() {
  const { user, account } = useProfile();
  const name = user.email ?? user.id;
  const [problem, setProblem] = useState<string | null>(null);
  const handleSignOut = () => {
    setProblem(null);
    signOut().catch((error: unknown) => setProblem(asProblem(error).message));
  };
  return (
    <>
      <Divider mb="sm" />
      <AccountSwitcher />
      {problem && (
        <Alert color="red" role="alert" title="Still signed in" mb="sm" p="xs">
          {problem}
        </Alert>
      )}
      <Group gap="xs" wrap="nowrap">
        <Avatar size={32} color="indigo" aria-hidden>
          {name.charAt(0).toUpperCase()}
        </Avatar>
        <div style={{ minWidth: 0, flex: 1 }}>
          <Anchor
            component={Link}
            to="/account"
            size="sm"
            c="inherit"
            display="block"
            truncate
            title={name}
            aria-label={`Your account, ${name}`}
          >
            {name}
          </Anchor>
          <Text size="xs" c="dimmed">
            {account.plan} plan
          </Text>
        </div>
        <SchemeButton />
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={handleSignOut}
          aria-label="Sign out"
          title="Sign out"
        >
          <IconLogout size={18} aria-hidden />
        </ActionIcon>
      </Group>
    </>
  );
}

/** Switches the colour scheme. The default follows the system. */
function SchemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const next = useComputedColorScheme() === 'dark' ? 'light' : 'dark';
  const label = next === 'dark' ? 'Dark colours' : 'Light colours';
  const Icon = next === 'dark' ? IconMoon : IconSun;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      onClick={() => setColorScheme(next)}
      aria-label={label}
      title={label}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}
