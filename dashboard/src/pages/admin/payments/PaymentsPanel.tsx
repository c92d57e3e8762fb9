import { Stack } from '@mantine/core';
import { AllPaymentsCard } from './AllPaymentsCard';
import { SubscriptionsCard } from './SubscriptionsCard';

/** Shows what an operator has to settle: payments that granted nothing, and subscriptions that nobody pays for or that nobody can use. */
export function PaymentsPanel() {
  return (
    <Stack gap="lg">
      <AllPaymentsCard />
      <SubscriptionsCard />
    </Stack>
  );
}
