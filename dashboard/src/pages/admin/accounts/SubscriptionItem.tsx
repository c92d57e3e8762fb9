import { Button, Group, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { asProblem } from '../../../api/problem';
import type { components } from '../../../api/schema';
import { useNotify } from '../../../ui/useNotify';
import { useSubscriptionEnd } from './useAccounts';

type Subscription = components['schemas']['SubscriptionView'];

const END = {
  title: 'End the subscription',
  children:
    'It is ended at the payment service at once, and no further month is paid. The running month is not paid back. ' +
    'The account gets the default plan.',
  labels: { confirm: 'End subscription', cancel: 'Back' },
  confirmProps: { color: 'red' },
};

/** What an account is subscribed to, and the way to end it. */
export function SubscriptionItem({ id, subscription }: { id: string; subscription: Subscription }) {
  return (
    <Group gap="xs">
      <Text size="sm">
        {subscription.plan}, {subscription.status.replace('_', ' ')}: paid each month, also while the account
        is suspended
      </Text>
      {subscription.status !== 'ending' && <EndSubscriptionButton id={id} />}
    </Group>
  );
}

/** Ends what an account is subscribed to, after a confirmation. */
export function EndSubscriptionButton({ id }: { id: string }) {
  const end = useSubscriptionEnd(id);
  const notify = useNotify();
  const set = () =>
    end.mutate(undefined, {
      onSuccess: () => notify({ color: 'teal', message: 'The subscription is being ended.' }),
      onError: (error) =>
        notify({ color: 'red', title: 'The account was not changed', message: asProblem(error).message }),
    });
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={end.isPending}
      onClick={() => modals.openConfirmModal({ ...END, onConfirm: set })}
    >
      End subscription
    </Button>
  );
}
