import { Badge, Card, EmptyState, Group, Select, Skeleton, Stack, Table, Text } from '@mantine/core';
import { amount } from '../../../text/amounts';
import { DataTable } from '../../../ui/DataTable';
import { DebouncedTextInput } from '../../../ui/DebouncedTextInput';
import { IconSearch, IconUsers } from '../../../ui/icons';
import { LoadMore } from '../../../ui/LoadMore';
import { Moment } from '../../../ui/Moment';
import { QueryView } from '../../../ui/QueryView';
import { useUrlFilters } from '../../../ui/useUrlFilters';
import { AccountLink } from './AccountLink';
import { AccountStateBadge } from './AccountStateBadge';
import { type AdminAccount, useAccounts, usePlans } from './useAccounts';

const FILTERS = ['search', 'plan', 'state'] as const;
const STATES = [
  { value: 'suspended', label: 'Suspended' },
  { value: 'open', label: 'Not suspended' },
];

export function AccountsPanel() {
  const { filters, change } = useUrlFilters(FILTERS);
  const { search, plan, state } = filters;
  const plans = usePlans().data?.items ?? [];
  const query = useAccounts({ search, plan, ...(state && { suspended: state === 'suspended' }) });
  return (
    <Stack>
      <Group align="flex-end">
        <DebouncedTextInput
          label="Search"
          description="Part of an email, or a whole acc_… or usr_… id."
          leftSection={<IconSearch size={16} aria-hidden />}
          w="min(420px, 100%)"
          value={search ?? ''}
          onDebouncedChange={(text) => change({ search: text })}
        />
        <Select
          label="Plan"
          placeholder="Any"
          data={plans.map(({ id, title }) => ({ value: id, label: title }))}
          value={plan ?? null}
          onChange={(value) => change({ plan: value })}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear Plan' }}
        />
        <Select
          label="State"
          placeholder="Any"
          data={STATES}
          value={state ?? null}
          onChange={(value) => change({ state: value })}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear State' }}
        />
      </Group>
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
                <AccountLink accountId={account.id} email={account.users[0]?.email ?? account.externalId} />
                {account.users.some(({ role }) => role === 'admin') && (
                  <Badge variant="light" size="sm" tt="none">
                    admin
                  </Badge>
                )}
                <AccountStateBadge account={account} />
              </Group>
              {account.name !== null && (
                <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {account.name}
                </Text>
              )}
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
