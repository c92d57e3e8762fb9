import { Anchor, Button, Card, Group, Table, Title } from '@mantine/core';
import { Link } from 'react-router';
import { amount } from '../../../text/amounts';
import { dateAndTime } from '../../../text/times';
import { DataTable } from '../../../ui/DataTable';
import { IconExternalLink } from '../../../ui/icons';
import { LoadMore } from '../../../ui/LoadMore';
import { ProblemAlert } from '../../../ui/ProblemAlert';
import { money } from './money';
import { PaymentStatus } from './PaymentStatus';
import { type Payment, usePayments, usePortal } from './useBilling';

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
  const { id, status, credits, receiptUrl, createdAt, currency } = payment;
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} to={`/credits/payments/${id}`} size="sm">
          <time dateTime={createdAt}>{dateAndTime(createdAt)}</time>
        </Anchor>
      </Table.Td>
      <Table.Td>
        <PaymentStatus status={status} />
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
