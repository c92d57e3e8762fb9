import { Stack } from '@mantine/core';
import { useMay } from '../../session/permissions';
import { useProfile } from '../../session/useSession';
import { PageHeader } from '../../ui/PageHeader';
import { AccountNameCard } from './AccountNameCard';
import { ChangePasswordCard } from './ChangePasswordCard';
import { SessionsCard } from './SessionsCard';
import { YourDataCard } from './YourDataCard';

export function AccountPage() {
  const { user } = useProfile();
  const maySet = useMay('settings');
  const isOwner = useMay('own');
  return (
    <>
      <PageHeader title="Your account" description={user.email ?? user.id} />
      <Stack gap="lg" maw={720}>
        {maySet && <AccountNameCard />}
        <ChangePasswordCard />
        <SessionsCard />
        {isOwner && <YourDataCard />}
      </Stack>
    </>
  );
}
