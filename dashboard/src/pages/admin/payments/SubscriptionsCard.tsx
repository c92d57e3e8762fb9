import { Badge, Card, EmptyState, Group, Select, Skeleton, Table, Text, Title } from '@mantine/core';
import { DataTable } from '../../../ui/DataTable';
import { IconCircleCheck } from '../../../ui/icons';
import { LoadMore } from '../../../ui/LoadMore';
import { Moment } from '../../../ui/Moment';
import { QueryView } from '../../../ui/QueryView';
import { useUrlFilters } from '../../../ui/useUrlFilters';
import { money } from '../../credits/billing/money';
import { AccountLink } from '../accounts/AccountLink';
import { EndSubscriptionButton } from '../accounts/SubscriptionItem';
import {
  type AdminSubscription,
  type Attention,
  ATTENTIONS,
  useUnsettledSubscriptions,
} from './useAdminBilling';

const FILTERS = ['attention'] as const;
const DATA = Object.entries(ATTENTIONS).map(([value, label]) => ({ value, label }));
const isAttention = (text: string | undefined): text is Attention => text !== undefined && text in ATTENTIONS;

/** Lists subscriptions that are overdue, and those of suspended accounts. */
export function SubscriptionsCard() {
  const { filters, change } = useUrlFilters(FILTERS);
  const attention = isAttention(filters.attention) ? filters.attention : undefined;
  const query = useUnsettledSubscriptions(attention);
  return (
    <Card padding={0}>
      <Group justify="space-between" align="flex-end" p="md">
        <div>
          <Title order={2}>Subscriptions to look at</Title>
          <Text size="sm" c="dimmed">
            A suspended account goes on paying until its subscription is ended.
          </Text>
        </div>
        <Select
          label="Why"
          placeholder="Any reason"
          data={DATA}
          value={attention ?? null}
          onChange={(value) => change({ attention: value })}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear Why' }}
        />
      </Group>
      <QueryView query={query} skeleton={<Skeleton h={200} />}>
        {(subscriptions) =>
          subscriptions.length === 0 ? (
            <EmptyState py="xl" icon={<IconCircleCheck />} title="No such subscription" />
          ) : (
            <>
              <SubscriptionTable subscriptions={subscriptions} />
              <LoadMore query={query} />
            </>
          )
        }
      </QueryView>
    </Card>
  );
}

function SubscriptionTable({ subscriptions }: { subscriptions: AdminSubscription[] }) {
  return (
    <DataTable label="Subscriptions" minWidth={760} minWidthOnPhone={480}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Account</Table.Th>
          <Table.Th>Why</Table.Th>
          <Table.Th>Paid until</Table.Th>
          <Table.Th visibleFrom="sm">Plan</Table.Th>
          <Table.Th visibleFrom="sm" ta="right">
            Each month
          </Table.Th>
          <Table.Th>
            <span>Actions</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {subscriptions.map((subscription) => (
          <Row key={subscription.id} subscription={subscription} />
        ))}
      </Table.Tbody>
    </DataTable>
  );
}

function Row({ subscription }: { subscription: AdminSubscription }) {
  const { accountId, email, overdueDays, suspended, lapsed, paidUntil, plan, price } = subscription;
  return (
    <Table.Tr>
      <Table.Td>
        <AccountLink accountId={accountId} email={email} />
      </Table.Td>
      <Table.Td>
        <Group gap={4}>
          {suspended && <Reason color="red" text="account suspended" />}
          {overdueDays > 0 && (
            <Reason color="orange" text={`${overdueDays} ${overdueDays === 1 ? 'day' : 'days'} overdue`} />
          )}
          {lapsed && <Reason color="gray" text="not collected" />}
        </Group>
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Moment at={paidUntil} />
      </Table.Td>
      <Table.Td visibleFrom="sm">{plan}</Table.Td>
      <Table.Td visibleFrom="sm" ta="right" className="figures">
        {money(price.amount, price.currency)}
      </Table.Td>
      <Table.Td>
        <EndSubscriptionButton id={accountId} />
      </Table.Td>
    </Table.Tr>
  );
}

function Reason({ color, text }: { color: string; text: string }) {
  return (
    <Badge variant="light" size="sm" color={color} tt="none">
      {text}
    </Badge>
  );
}
