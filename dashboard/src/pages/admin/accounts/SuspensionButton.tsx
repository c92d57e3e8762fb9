import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { asProblem } from '../../../api/problem';
import { useNotify } from '../../../ui/useNotify';
import { useSuspension } from './useAccounts';

const SUSPEND = {
  title: 'Suspend this account',
  children:
    'From now on its API keys are rejected, and its users cannot start predictions, upload or create keys. ' +
    'They can still sign in and read. Predictions in progress continue, and so does a subscription, until it is ended.',
  labels: { confirm: 'Suspend account', cancel: 'Back' },
  confirmProps: { color: 'red' },
};
const LIFT = {
  title: 'Lift the suspension',
  children: 'From now on its API keys and its users can start predictions again.',
  labels: { confirm: 'Lift suspension', cancel: 'Back' },
};

/** Suspends an account or lifts its suspension, after a confirmation. */
export function SuspensionButton({ account }: { account: { id: string; suspended: boolean } }) {
  const { id, suspended } = account;
  const change = useSuspension(id);
  const notify = useNotify();
  const set = () =>
    change.mutate(!suspended, {
      onSuccess: () =>
        notify({ color: 'teal', message: suspended ? 'Suspension lifted.' : 'Account suspended.' }),
      onError: (error) =>
        notify({ color: 'red', title: 'The account was not changed', message: asProblem(error).message }),
    });
  return (
    <Button
      size="xs"
      variant="default"
      loading={change.isPending}
      onClick={() => modals.openConfirmModal({ ...(suspended ? LIFT : SUSPEND), onConfirm: set })}
    >
      {suspended ? 'Lift suspension' : 'Suspend'}
    </Button>
  );
}
