import { Select } from '@mantine/core';
import { modals } from '@mantine/modals';
import { asProblem } from '../../../api/problem';
import { useNotify } from '../../../ui/useNotify';
import { type AdminAccountDetail, usePlan, usePlans } from './useAccounts';

/** Shows an account's plan, and changes it after a confirmation. */
export function PlanField({ account: { id, plan } }: { account: AdminAccountDetail }) {
  const plans = usePlans().data?.items ?? [];
  const change = usePlan(id);
  const notify = useNotify();
  // A plan that was removed from the catalogue is still that of its accounts.
  const keys = [...new Set([plan, ...plans.map((offered) => offered.id)])];
  const set = (chosen: string) =>
    change.mutate(chosen, {
      onSuccess: () => notify({ color: 'teal', message: `The plan is now ${chosen}.` }),
      onError: (error) =>
        notify({ color: 'red', title: 'The plan was not changed', message: asProblem(error).message }),
    });
  return (
    <Select
      aria-label="Plan"
      size="xs"
      maw={220}
      data={keys}
      value={plan}
      allowDeselect={false}
      disabled={change.isPending}
      onChange={(chosen) => {
        if (chosen === null || chosen === plan) return;
        modals.openConfirmModal({
          title: `Change the plan to ${chosen}`,
          children: 'Its limits and models hold from the next request on.',
          labels: { confirm: 'Change plan', cancel: 'Back' },
          onConfirm: () => set(chosen),
        });
      }}
    />
  );
}
