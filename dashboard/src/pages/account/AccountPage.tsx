import { Stack } from '@mantine/core';
import { useProfile } from '../../session/useSession';
import { PageHeader } from '../../ui/PageHeader';
import { ChangePasswordCard } from './ChangePasswordCard';
import { SessionsCard } from './SessionsCard';

export function AccountPage() {
  const { user } = useProfile();
  return (
    <>
      <PageHeader title="Your account" description={user.email ?? user.id} />
      <Stack gap="lg" maw={720}>
        <ChangePasswordCard />
        <SessionsCard />
      </Stack>
    </>
  );
}
