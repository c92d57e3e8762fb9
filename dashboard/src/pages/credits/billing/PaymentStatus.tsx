import { Badge, Text } from '@mantine/core';
import type { Payment } from './useBilling';

const STATUSES: Record<Payment['status'], [label: string, color: string]> = {
  paid: ['Paid', 'teal'],
  partly_refunded: ['Partly refunded', 'orange'],
  refunded: ['Refunded', 'orange'],
  disputed: ['Disputed', 'red'],
  rejected: ['Not credited', 'red'],
};

export function PaymentBadge({ status }: { status: Payment['status'] }) {
  const [label, color] = STATUSES[status];
  return (
    <Badge variant="light" color={color} tt="none">
      {label}
    </Badge>
  );
}

export function PaymentStatus({ status }: { status: Payment['status'] }) {
  return (
    <>
      <PaymentBadge status={status} />
      {status === 'rejected' && (
        <Text size="xs" c="dimmed">
          Ask the operator of this service.
        </Text>
      )}
    </>
  );
}
