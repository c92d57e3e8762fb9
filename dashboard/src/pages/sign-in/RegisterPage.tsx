import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { EntryFrame } from './EntryFrame';
import { EntryProblem } from './EntryProblem';
import { PASSWORD_MAX, PASSWORD_MIN, useEntryForm } from './useEntryForm';

export function RegisterPage() {
  const { form, submit, isSending, problem } = useEntryForm('register');
  const { search } = useLocation();
  return (
    <EntryFrame title="Open an account">
      {problem && <EntryProblem key={problem.requestId} problem={problem} />}
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            autoFocus
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Password"
            description={`${PASSWORD_MIN} to ${PASSWORD_MAX} characters. A few words in a row are easy to remember.`}
            autoComplete="new-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={isSending} fullWidth>
            Open account
          </Button>
          <Text size="sm" ta="center">
            You have one?{' '}
            <Anchor component={Link} to={`/sign-in${search}`} inherit underline="always">
              Sign in
            </Anchor>
          </Text>
        </Stack>
      </form>
    </EntryFrame>
  );
}
