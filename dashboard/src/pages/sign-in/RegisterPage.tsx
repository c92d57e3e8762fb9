import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { SignInFrame } from './SignInFrame';
import { SignInProblem } from './SignInProblem';
import { PASSWORD_MAX, PASSWORD_MIN, useSignInForm } from './useSignInForm';

export function RegisterPage() {
  const { form, submit, isSending, problem } = useSignInForm('register');
  const { search } = useLocation();
  return (
    <SignInFrame title="Create an account">
      {problem && <SignInProblem key={problem.requestId} problem={problem} />}
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
            Create account
          </Button>
          <Text size="sm" ta="center">
            Already have an account?{' '}
            <Anchor component={Link} to={`/sign-in${search}`} inherit underline="always">
              Sign in
            </Anchor>
          </Text>
        </Stack>
      </form>
    </SignInFrame>
  );
}
