import { Button, Card, Group, NumberInput, Skeleton, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ProblemAlert } from '../../ui/ProblemAlert';
import { QueryView } from '../../ui/QueryView';
import { useNotify } from '../../ui/useNotify';
import { useAccountSettings, useUpdateAccount } from '../account/useAccountSettings';

const DECIMALS = 3;

/** Sets below which balance the account gets a mail. */
export function LowBalanceCard() {
  const query = useAccountSettings();
  return (
    <Card>
      <Title order={2} mb="md">
        Low balance
      </Title>
      <QueryView query={query} skeleton={<Skeleton h={80} />}>
        {({ alertBelow }) => <AlertForm key={alertBelow} alertBelow={alertBelow} />}
      </QueryView>
    </Card>
  );
}

function AlertForm({ alertBelow }: { alertBelow: number | null }) {
  const notify = useNotify();
  const update = useUpdateAccount();
  const form = useForm<{ alertBelow: number | string }>({
    initialValues: { alertBelow: alertBelow ?? '' },
    validate: {
      alertBelow: (value) => (value !== '' && Number(value) <= 0 ? 'More than 0, or empty.' : null),
    },
  });
  const submit = form.onSubmit((values) =>
    update.mutate(
      { alertBelow: values.alertBelow === '' ? null : Number(values.alertBelow) },
      { onSuccess: () => notify({ color: 'teal', message: 'The alert was saved.' }) },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <ProblemAlert error={update.error} mb="md" />
      <Group align="flex-end">
        <NumberInput
          label="Send a mail below"
          description="One mail each time the balance falls below it, to a verified address. Empty: none."
          placeholder="No alert"
          suffix=" credits"
          thousandSeparator=","
          decimalScale={DECIMALS}
          allowNegative={false}
          hideControls
          w="min(420px, 100%)"
          {...form.getInputProps('alertBelow')}
        />
        <Button type="submit" variant="default" loading={update.isPending}>
          Save alert
        </Button>
      </Group>
    </form>
  );
}
