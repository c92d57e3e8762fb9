import { Alert, Button, Card, Group, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { asProblem, type Problem } from '../../api/problem';
import { useNotify } from '../../ui/useNotify';
import { newPassword, PASSWORD_MAX, PASSWORD_MIN } from '../sign-in/useSignInForm';
import { useChangePassword } from './useAccount';

export function ChangePasswordCard() {
  const notify = useNotify();
  const change = useChangePassword();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { current: '', next: '' },
    validate: {
      current: (value) => (value === '' ? 'Enter your current password.' : null),
      next: newPassword,
    },
  });
  const submit = form.onSubmit((passwords) =>
    change.mutate(passwords, {
      onSuccess: () => {
        form.reset();
        notify({ color: 'teal', message: 'Your password was changed. All other sessions were signed out.' });
      },
    }),
  );
  return (
    <Card padding="lg">
      <Title order={2} size="h4" mb="md">
        Password
      </Title>
      <form onSubmit={submit} noValidate>
        <Stack>
          {change.error && (
            <Alert color="red" role="alert">
              {textOf(asProblem(change.error))}
            </Alert>
          )}
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            key={form.key('current')}
            {...form.getInputProps('current')}
          />
          <PasswordInput
            label="New password"
            description={`${PASSWORD_MIN} to ${PASSWORD_MAX} characters.`}
            autoComplete="new-password"
            key={form.key('next')}
            {...form.getInputProps('next')}
          />
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              Signs you out everywhere else.
            </Text>
            <Button type="submit" loading={change.isPending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

function textOf({ code, message }: Problem): string {
  return code === 'invalid_credentials' ? 'The current password is wrong.' : message;
}
