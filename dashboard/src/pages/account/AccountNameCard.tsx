import { Button, Card, Group, Skeleton, Stack, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ProblemAlert } from '../../ui/ProblemAlert';
import { QueryView } from '../../ui/QueryView';
import { useNotify } from '../../ui/useNotify';
import { type AccountSettings, useAccountSettings, useUpdateAccount } from './useAccountSettings';

/** Code points, as the API counts them. */
const NAME_MAX = 100;

export function AccountNameCard() {
  const query = useAccountSettings();
  return (
    <Card padding="lg">
      <Title order={2} size="h4" mb="md">
        Name of the account
      </Title>
      <QueryView query={query} skeleton={<Skeleton h={80} />}>
        {({ account }) => <NameForm key={account.name} name={account.name} />}
      </QueryView>
    </Card>
  );
}

function NameForm({ name }: Pick<AccountSettings['account'], 'name'>) {
  const notify = useNotify();
  const update = useUpdateAccount();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: name ?? '' },
    validate: {
      name: (text) => ([...text.trim()].length > NAME_MAX ? `At most ${NAME_MAX} characters.` : null),
    },
  });
  const submit = form.onSubmit((values) =>
    update.mutate(
      { name: values.name.trim() || null },
      { onSuccess: () => notify({ color: 'teal', message: 'The name was saved.' }) },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <ProblemAlert error={update.error} />
        <TextInput
          label="Name"
          description="What its people call it. Empty: none."
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={update.isPending}>
            Save name
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
