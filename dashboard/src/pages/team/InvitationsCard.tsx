import { Button, Card, Table, Title } from '@mantine/core';
import { useMay } from '../../session/permissions';
import { DataTable } from '../../ui/DataTable';
import { Moment } from '../../ui/Moment';
import { ProblemAlert } from '../../ui/ProblemAlert';
import { type Invitation, useWithdraw } from './useTeam';

export function InvitationsCard({ invitations }: { invitations: Invitation[] }) {
  const withdraw = useWithdraw();
  const mayManage = useMay('manage');
  return (
    <Card>
      <Title order={2} mb="md">
        Open invitations
      </Title>
      <ProblemAlert error={withdraw.error} mb="md" />
      <DataTable label="Open invitations" minWidth={560}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Email</Table.Th>
            <Table.Th>Role</Table.Th>
            <Table.Th visibleFrom="sm">Ends</Table.Th>
            <Table.Th />
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
              <Table.Td ta="right">
                {mayManage && (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`Withdraw the invitation of ${email}`}
                    disabled={withdraw.isPending}
                    onClick={() => withdraw.mutate(id)}
                  >
                    Withdraw
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </DataTable>
    </Card>
  );
}
