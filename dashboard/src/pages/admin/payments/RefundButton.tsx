import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { asProblem } from '../../../api/problem';
import { useNotify } from '../../../ui/useNotify';
import { money } from '../../credits/billing/money';
import { type AdminPayment, useRefund } from './useAdminBilling';

/** Sends the money of a payment that granted nothing back, after a confirmation. */
export function RefundButton({ payment }: { payment: AdminPayment }) {
  const { id, accountId, email, amount, currency } = payment;
  const refund = useRefund(id);
  const notify = useNotify();
  const paid = money(amount, currency);
  const send = () =>
    refund.mutate(undefined, {
      onSuccess: () => notify({ color: 'teal', message: 'The payment service sends the money back.' }),
      onError: (error) =>
        notify({ color: 'red', title: 'The payment was not refunded', message: asProblem(error).message }),
    });
  const ask = () =>
    modals.openConfirmModal({
      title: 'Refund this payment',
      children:
        `What is left of ${paid} goes back to ${email ?? 'the buyer'}. The payment has granted no credits, so none are taken back.` +
        (accountId === null ? ' Make sure that it is not a payment of another installation.' : ''),
      labels: { confirm: 'Refund', cancel: 'Back' },
      onConfirm: send,
    });
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`Refund ${paid}`}
      loading={refund.isPending}
      onClick={ask}
    >
      Refund
    </Button>
  );
}
