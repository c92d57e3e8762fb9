import { Card, EmptyState, Group, SegmentedControl, Skeleton, Table, Text, Title } from '@mantine/core';
import { nameIn } from '../../../text/labels';
import { dateAndTime } from '../../../text/times';
import { DataTable } from '../../../ui/DataTable';
import { IconCoins } from '../../../ui/icons';
import { LoadMore } from '../../../ui/LoadMore';
import { QueryView } from '../../../ui/QueryView';
import { useUrlFilters } from '../../../ui/useUrlFilters';
import { money } from '../../credits/billing/money';
import { PaymentBadge } from '../../credits/billing/PaymentStatus';
import { AccountLink } from '../accounts/AccountLink';
import { RefundButton } from './RefundButton';
import { type AdminPayment, useAllPayments } from './useAdminBilling';

const FILTERS = ['payments'] as const;
const SHOWN = [
  { value: 'refund', label: 'To refund' },
  { value: 'all', label: 'All' },
];

/** Why a payment granted nothing. */
const REJECTIONS: Record<string, string> = {
  unknown_checkout: 'It names no order of this installation. It may be of another one.',
  wrong_item: 'Its order is for something else.',
  wrong_amount: 'It is not the price of its order.',
  wrong_currency: 'It is not in the currency of its order.',
  already_paid: 'Its order, or its month, was paid before.',
};

/** Lists payments that granted nothing and whose money has not gone back, or all payments. */
export function AllPaymentsCard() {
  const { filters, change } = useUrlFilters(FILTERS);
  const onlyToRefund = filters.payments !== 'all';
  const query = useAllPayments(onlyToRefund);
  return (
    <Card padding={0}>
      <Group justify="space-between" p="md">
        <Title order={2}>Payments</Title>
        <SegmentedControl
          aria-label="Which payments"
          data={SHOWN}
          value={onlyToRefund ? 'refund' : 'all'}
          onChange={(value) => change({ payments: value === 'all' ? value : null })}
        />
      </Group>
      <QueryView query={query} skeleton={<Skeleton h={200} />}>
        {(payments) =>
          payments.length === 0 ? (
            <EmptyState
              py="xl"
              icon={<IconCoins />}
              title={onlyToRefund ? 'No payment to refund' : 'No payment yet'}
            />
          ) : (
            <>
              <PaymentTable payments={payments} />
              <LoadMore query={query} />
            </>
          )
        }
      </QueryView>
    </Card>
  );
}

function PaymentTable({ payments }: { payments: AdminPayment[] }) {
  return (
    <DataTable label="Payments" minWidth={760} minWidthOnPhone={480}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>When</Table.Th>
          <Table.Th>Account</Table.Th>
          <Table.Th>State</Table.Th>
          <Table.Th ta="right">Paid</Table.Th>
          <Table.Th visibleFrom="sm">At the payment service</Table.Th>
          <Table.Th>
            <span>Actions</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {payments.map((payment) => (
          <Row key={payment.id} payment={payment} />
        ))}
      </Table.Tbody>
    </DataTable>
  );
}

function Row({ payment }: { payment: AdminPayment }) {
  const { accountId, email, status, rejection, amount, currency, provider, paymentId, createdAt } = payment;
  return (
    <Table.Tr>
      <Table.Td>
        <time dateTime={createdAt}>{dateAndTime(createdAt)}</time>
      </Table.Td>
      <Table.Td>
        {accountId === null ? <Text size="sm">No account</Text> : <AccountLink {...{ accountId, email }} />}
      </Table.Td>
      <Table.Td>
        <PaymentBadge status={status} />
        {rejection !== null && (
          <Text size="xs" c="dimmed">
            {nameIn(REJECTIONS, rejection)}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right" className="figures">
        {money(amount, currency)}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {provider}
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {paymentId}
        </Text>
      </Table.Td>
      <Table.Td>{payment.toRefund && <RefundButton payment={payment} />}</Table.Td>
    </Table.Tr>
  );
}
