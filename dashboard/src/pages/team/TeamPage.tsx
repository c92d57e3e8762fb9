import { Skeleton, Stack } from '@mantine/core';
import { useMay } from '../../session/permissions';
import { PageHeader } from '../../ui/PageHeader';
import { QueryView } from '../../ui/QueryView';
import { InvitationsCard } from './InvitationsCard';
import { InviteCard } from './InviteCard';
import { MembersCard } from './MembersCard';
import { useTeam } from './useTeam';

/** Shows who belongs to the account, and lets owners and admins invite others. */
export function TeamPage() {
  const query = useTeam();
  const mayManage = useMay('manage');
  return (
    <>
      <PageHeader title="Team" description="The people of this account, and what they may do." />
      <QueryView query={query} skeleton={<Skeleton h={240} />}>
        {({ items, invitations }) => (
          <Stack gap="lg">
            <MembersCard members={items} />
            {mayManage && <InviteCard />}
            {invitations.length > 0 && <InvitationsCard invitations={invitations} />}
          </Stack>
        )}
      </QueryView>
    </>
  );
}
