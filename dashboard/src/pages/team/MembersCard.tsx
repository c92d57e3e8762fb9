import { Badge, Button, Card, Group, Select, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useProfile } from '../../session/useSession';
import { DataTable } from '../../ui/DataTable';
import { Moment } from '../../ui/Moment';
import { ProblemAlert } from '../../ui/ProblemAlert';
import { RemoveMemberModal } from './RemoveMemberModal';
import { type Member, ROLES, rolesUnder, useSetRole } from './useTeam';

export function MembersCard({ members }: { members: Member[] }) {
  const { user, account } = useProfile();
  const [leaving, setLeaving] = useState<Member | null>(null);
  const setRole = useSetRole();
  const under = rolesUnder(account.role);
  return (
    <Card padding={0}>
      <ProblemAlert error={setRole.error} m="md" />
      <DataTable label="Members" minWidth={640}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Who</Table.Th>
            <Table.Th>Role</Table.Th>
            <Table.Th visibleFrom="sm">Since</Table.Th>
            <Table.Th />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {members.map((member) => {
            const { userId, email, role, since } = member;
            const isSelf = userId === user.id;
            const name = email ?? userId;
            return (
              <Table.Tr key={userId}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  <Group gap="xs">
                    <Text size="sm">{name}</Text>
                    {isSelf && <Badge variant="light">You</Badge>}
                  </Group>
                </Table.Td>
                <Table.Td>
                  {under.includes(role) && !isSelf ? (
                    <Select
                      aria-label={`Role of ${name}`}
                      data={under.map((value) => ({ value, label: value }))}
                      value={role}
                      allowDeselect={false}
                      disabled={setRole.isPending}
                      onChange={(chosen) => chosen && setRole.mutate({ userId, role: chosen })}
                      w={130}
                    />
                  ) : (
                    <Text size="sm" title={ROLES[role]}>
                      {role}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td visibleFrom="sm">
                  <Moment at={since} />
                </Table.Td>
                <Table.Td ta="right">
                  {(isSelf ? members.length > 1 : under.includes(role)) && (
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={isSelf ? 'Leave the account' : `Remove ${name}`}
                      onClick={() => setLeaving(member)}
                    >
                      {isSelf ? 'Leave' : 'Remove'}
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </DataTable>
      <RemoveMemberModal
        member={leaving}
        isSelf={leaving?.userId === user.id}
        onClose={() => setLeaving(null)}
      />
    </Card>
  );
}
