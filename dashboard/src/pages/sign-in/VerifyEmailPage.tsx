import { Alert, Anchor, Button, PasswordInput, Skeleton, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, unwrap } from '../../api/client';
import { asProblem } from '../../api/problem';
import { useSession } from '../../session/useSession';
import { IncompleteLink } from './IncompleteLink';
import { SignInFrame } from './SignInFrame';
import { SignInProblem } from './SignInProblem';
import { useLinkToken } from './useLinkToken';

/** Target of the links that verify an email. */
export function VerifyEmailPage() {
  const token = useLinkToken();
  return (
    <SignInFrame title="Verify your address" staysOpen>
      {token === null ? <IncompleteLink /> : <VerifyEmail token={token} />}
    </SignInFrame>
  );
}

/** Waits for a click: programs that check the links of mails open them, and a link works once. */
function VerifyEmail({ token }: { token: string }) {
  const session = useSession();
  const verify = useMutation({
    mutationFn: (password: string) =>
      unwrap(api.POST('/api/auth/email/verify', { body: { token, ...(password ? { password } : {}) } })),
    gcTime: 0,
  });
  const problem = verify.error && asProblem(verify.error);
  // A sign-in of another user is not enough: the password of the link's user then decides.
  const needsPassword = session.state !== 'signed-in' || problem?.code === 'invalid_credentials';
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: (value) => (needsPassword && value === '' ? 'Enter your password.' : null) },
  });
  if (verify.isSuccess)
    return (
      <Stack>
        <Alert color="teal" role="status">
          Your address is verified.
        </Alert>
        <Anchor component={Link} to="/" size="sm" underline="always">
          Continue
        </Anchor>
      </Stack>
    );
  if (session.state === 'starting') return <Skeleton h={120} />;
  return (
    <>
      {problem && <SignInProblem key={problem.requestId} problem={problem} credentials={problem.message} />}
      <form onSubmit={form.onSubmit(({ password }) => verify.mutate(password))} noValidate>
        <Stack>
          <Text size="sm">This confirms that you receive mails at the address of your account.</Text>
          {needsPassword && (
            <PasswordInput
              label="Your password"
              description="If you have not opened this account, set a new password instead."
              autoComplete="current-password"
              key={form.key('password')}
              {...form.getInputProps('password')}
            />
          )}
          <Button type="submit" loading={verify.isPending} fullWidth>
            Verify this address
          </Button>
        </Stack>
      </form>
    </>
  );
}
