import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { useSession } from '../../session/useSession';
import { SignInFrame } from './SignInFrame';
import { SignInProblem } from './SignInProblem';
import { useSignInForm } from './useSignInForm';

export function SignInPage() {
  const { form, submit, isSending, problem } = useSignInForm('login');
  const session = useSession();
  const { search } = useLocation();
  const reason = session.state === 'signed-out' ? session.reason : null;
  return (
    <SignInFrame title="Sign in">
      {reason === 'expired' && !problem && (
        <Alert role="status" mb="md" title="Your session has ended">
          Sign in to continue where you left off.
        </Alert>
      )}
      {reason === 'deleted' && !problem && (
        <Alert role="status" mb="md" title="The account was deleted">
          Its API keys no longer work. Its data is erased in the background.
        </Alert>
      )}
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
            autoComplete="current-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={isSending} fullWidth>
            Sign in
          </Button>
          <Text size="sm" ta="center">
            No account yet?{' '}
            <Anchor component={Link} to={`/register${search}`} inherit underline="always">
              Create one
            </Anchor>
          </Text>
        </Stack>
      </form>
    </SignInFrame>
  );
}
