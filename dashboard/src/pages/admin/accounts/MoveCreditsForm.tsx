import { Button, NumberInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { asProblem } from '../../../api/problem';
import { credits, signedAmount } from '../../../text/amounts';
import { ProblemAlert } from '../../../ui/ProblemAlert';
import { useNotify } from '../../../ui/useNotify';
import { type Movement, useMoveCredits } from './useAccounts';

const TEXTS = {
  grant: { title: 'Grant', about: 'Adds credits.', button: 'Grant credits' },
  adjustment: {
    title: 'Adjustment',
    about: 'Corrects the balance. A negative amount removes credits.',
    button: 'Adjust balance',
  },
};
const DECIMALS = 3;

/** Grants or adjusts credits. An entry cannot be undone, so the form asks for a note and a confirmation. */
export function MoveCreditsForm({ kind, accountId }: { kind: 'grant' | 'adjustment'; accountId: string }) {
  const { title, about, button } = TEXTS[kind];
  const notify = useNotify();
  const movement = useMoveCredits(kind, accountId);
  const form = useForm({
    initialValues: { amount: '' as number | string, note: '' },
    validate: {
      amount: (value) => amountProblem(kind, value),
      note: (value) => (value.trim() === '' ? 'Enter a note.' : null),
    },
  });
  const move = (values: Movement) =>
    movement.mutate(values, {
      onSuccess: ({ balance }) => {
        form.reset();
        notify({ color: 'teal', message: `The balance is now ${credits(balance)}.` });
      },
      onError: (error) => form.setErrors(asProblem(error).fields),
    });
  const confirm = form.onSubmit(({ amount, note }) => {
    modals.openConfirmModal({
      title: `${title} of ${signedAmount(Number(amount))}`,
      children: `This adds a ledger entry with the note “${note.trim()}”. It cannot be undone.`,
      labels: { confirm: button, cancel: 'Back' },
      onConfirm: () => move({ amount: Number(amount), note: note.trim() }),
    });
  });
  return (
    <form onSubmit={confirm} noValidate aria-label={title}>
      <Stack gap="sm">
        <ProblemAlert error={movement.error} />
        <NumberInput
          label={title}
          description={about}
          decimalScale={DECIMALS}
          allowNegative={kind === 'adjustment'}
          hideControls
          {...form.getInputProps('amount')}
        />
        <TextInput label="Note" {...form.getInputProps('note')} />
        <Button type="submit" variant="default" loading={movement.isPending}>
          {button}
        </Button>
      </Stack>
    </form>
  );
}

function amountProblem(kind: 'grant' | 'adjustment', value: number | string): string | null {
  if (typeof value !== 'number' || value === 0) return 'Enter a number of credits.';
  return kind === 'grant' && value < 0 ? 'A grant adds credits.' : null;
}
