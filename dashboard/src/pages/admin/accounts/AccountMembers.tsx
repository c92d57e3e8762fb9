import { Badge, Card, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { DataTable } from '../../../ui/DataTable';
import { Moment } from '../../../ui/Moment';
import { QueryView } from '../../../ui/QueryView';
import type { Invitation, Member } from '../../team/useTeam';
import { type AdminAccountDetail, useMembers } from './useAccounts';

/** Lists the members of an account and its open invitations. Only its own people change them. */
export function AccountMembers({ account: { id, users } }: { account: AdminAccountDetail }) {
  const query = useMembers(id);
  const admins = new Set(users.filter(({ role }) => role === 'admin').map((user) => user.id));
  return (
    <QueryView query={query} skeleton={<Skeleton h={240} />}>
      {({ items, invitations }) => (
        <Stack gap="lg">
          <MemberTable members={items} admins={admins} />
          {invitations.length > 0 && <InvitationTable invitations={invitations} />}
        </Stack>
      )}
    </QueryView>
  );
}

/** @param admins users that administer the installation. */
function MemberTable({ members, admins }: { members: Member[]; admins: Set<string> }) {
  return (
    <Card padding={0}>
      <DataTable label="Members" minWidth={640}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Who</Table.Th>
            <Table.Th>Role</Table.Th>
            <Table.Th visibleFrom="sm">Since</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {members.map(({ userId, email, role, since }) => (
            <Table.Tr key={userId}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Group gap="xs">
                  <Text size="sm">{email ?? userId}</Text>
                  {admins.has(userId) && (
                    <Badge variant="light" size="sm" tt="none">
                      admin
                    </Badge>
                  )}
                </Group>
              </Table.Td>
              <Table.Td>{role}</Table.Td>
              <Table.Td visibleFrom="sm">
                <Moment at={since} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </DataTable>
    </Card>
  );
}

function InvitationTable({ invitations }: { invitations: Invitation[] }) {
  return (
    <Card>
      <Title order={2} mb="md">
        Open invitations
      </Title>
      <DataTable label="Open invitations" minWidth={560}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Email</Table.Th>
            <Table.Th>Role</Table.Th>
            <Table.Th visibleFrom="sm">Ends</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {invitations.map(({ id, email, role, expiresAt }) => (
            <Table.Tr key={id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{email}</Table.Td>
              <Table.Td>{role}</Table.Td>
              <Table.Td visibleFrom="sm">
                <Moment at={expiresAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </DataTable>
    </Card>
  );
}
