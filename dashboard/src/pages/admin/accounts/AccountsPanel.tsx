import { Anchor, Badge, Card, EmptyState, Group, Skeleton, Stack, Table } from '@mantine/core';
import { Link } from 'react-router';
import { amount } from '../../../text/amounts';
import { DataTable } from '../../../ui/DataTable';
import { DebouncedTextInput } from '../../../ui/DebouncedTextInput';
import { IconSearch, IconUsers } from '../../../ui/icons';
import { LoadMore } from '../../../ui/LoadMore';
import { Moment } from '../../../ui/Moment';
import { QueryView } from '../../../ui/QueryView';
import { useUrlFilters } from '../../../ui/useUrlFilters';
import { AccountStateBadge } from './AccountStateBadge';
import { type AdminAccount, useAccounts } from './useAccounts';

const FILTERS = ['search'] as const;

export function AccountsPanel() {
  const { filters, change } = useUrlFilters(FILTERS);
  const query = useAccounts(filters.search);
  return (
    <Stack>
      <DebouncedTextInput
        label="Search"
        description="Part of an email, or a whole acc_… or usr_… id."
        leftSection={<IconSearch size={16} aria-hidden />}
        maw={420}
        value={filters.search ?? ''}
        onDebouncedChange={(search) => change({ search })}
      />
      <QueryView query={query} skeleton={<Skeleton h={320} />}>
        {(accounts) =>
          accounts.length === 0 ? (
            <EmptyState py="xl" icon={<IconUsers />} title="No matching account" />
          ) : (
            <Card padding={0}>
              <AccountTable accounts={accounts} />
              <LoadMore query={query} />
            </Card>
          )
        }
      </QueryView>
    </Stack>
  );
}

function AccountTable({ accounts }: { accounts: AdminAccount[] }) {
  return (
    <DataTable label="Accounts" minWidth={720}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Account</Table.Th>
          <Table.Th visibleFrom="sm">Plan</Table.Th>
          <Table.Th ta="right">Balance</Table.Th>
          <Table.Th visibleFrom="sm" ta="right">
            On hold
          </Table.Th>
          <Table.Th visibleFrom="sm" ta="right">
            Active keys
          </Table.Th>
          <Table.Th visibleFrom="sm">Created</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {accounts.map((account) => (
          <Table.Tr key={account.id}>
            <Table.Td>
              <Group gap="xs">
                <Anchor
                  component={Link}
                  to={`/admin/accounts/${account.id}`}
                  size="sm"
                  style={{ overflowWrap: 'anywhere' }}
                >
                  {account.users[0]?.email ?? account.id}
                </Anchor>
                {account.users.some(({ role }) => role === 'admin') && (
                  <Badge variant="light" size="sm" tt="none">
                    admin
                  </Badge>
                )}
                <AccountStateBadge account={account} />
              </Group>
            </Table.Td>
            <Table.Td visibleFrom="sm">{account.plan}</Table.Td>
            <Table.Td ta="right" className="figures">
              {amount(account.balance)}
            </Table.Td>
            <Table.Td visibleFrom="sm" ta="right" className="figures">
              {amount(account.held)}
            </Table.Td>
            <Table.Td visibleFrom="sm" ta="right" className="figures">
              {account.activeKeys}
            </Table.Td>
            <Table.Td visibleFrom="sm" style={{ whiteSpace: 'nowrap' }}>
              <Moment at={account.createdAt} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </DataTable>
  );
}
