import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, unwrap } from '../../api/client';
import { asProblem } from '../../api/problem';
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
  const verify = useMutation({
    mutationFn: () => unwrap(api.POST('/api/auth/email/verify', { body: { token } })),
    gcTime: 0,
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
  const problem = verify.error && asProblem(verify.error);
  return (
    <>
      {problem && <SignInProblem key={problem.requestId} problem={problem} />}
      <Stack>
        <Text size="sm">This confirms that you receive mails at the address of your account.</Text>
        <Button onClick={() => verify.mutate()} loading={verify.isPending} fullWidth>
          Verify this address
        </Button>
      </Stack>
    </>
  );
}
