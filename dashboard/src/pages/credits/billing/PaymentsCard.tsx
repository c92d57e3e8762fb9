import { Anchor, Badge, Button, Card, Group, Table, Text, Title } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { amount } from '../../../text/amounts';
import { dateAndTime } from '../../../text/times';
import { DataTable } from '../../../ui/DataTable';
import { LoadMore } from '../../../ui/LoadMore';
import { ProblemAlert } from '../../../ui/ProblemAlert';
import { money } from './money';
import { type Payment, usePayments, usePortal } from './useBilling';

const STATUSES: Record<Payment['status'], [label: string, color: string]> = {
  paid: ['Paid', 'teal'],
  partly_refunded: ['Partly refunded', 'orange'],
  refunded: ['Refunded', 'orange'],
  disputed: ['Disputed', 'red'],
  rejected: ['Not credited', 'red'],
};

/** Lists what the account has paid. Shows nothing before the first payment. */
export function PaymentsCard() {
  const query = usePayments();
  const portal = usePortal();
  const payments = query.data ?? [];
  if (payments.length === 0) return null;
  return (
    <Card>
      <Group justify="space-between" mb="md">
        <Title order={2}>Payments</Title>
        <Button
          variant="default"
          leftSection={<IconExternalLink size={16} aria-hidden />}
          loading={portal.isPending || portal.isSuccess}
          onClick={() => portal.mutate()}
        >
          Invoices and cards
        </Button>
      </Group>
      <ProblemAlert error={portal.error} mb="md" />
      <DataTable label="Payments" minWidth={560}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>When</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th ta="right">Paid</Table.Th>
            <Table.Th ta="right">Credits</Table.Th>
            <Table.Th visibleFrom="sm">Receipt</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {payments.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} />
          ))}
        </Table.Tbody>
      </DataTable>
      <LoadMore query={query} />
    </Card>
  );
}

function PaymentRow({ payment }: { payment: Payment }) {
  const { status, credits, receiptUrl, createdAt, currency } = payment;
  const [label, color] = STATUSES[status];
  return (
    <Table.Tr>
      <Table.Td>
        <time dateTime={createdAt}>{dateAndTime(createdAt)}</time>
      </Table.Td>
      <Table.Td>
        <Badge variant="light" color={color} tt="none">
          {label}
        </Badge>
        {status === 'rejected' && (
          <Text size="xs" c="dimmed">
            Ask the operator of this service.
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right" className="figures">
        {money(payment.amount, currency)}
      </Table.Td>
      <Table.Td ta="right" className="figures">
        {amount(credits)}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {receiptUrl && (
          <Anchor href={receiptUrl} target="_blank" rel="noreferrer" size="sm">
            Open
          </Anchor>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
