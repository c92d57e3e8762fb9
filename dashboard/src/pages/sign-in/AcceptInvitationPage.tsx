import { Alert, Anchor, Button, PasswordInput, Skeleton, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, unwrap } from '../../api/client';
import { asProblem } from '../../api/problem';
import { registerInvited, switchAccount } from '../../session/session';
import { useSession } from '../../session/useSession';
import { ProblemAlert } from '../../ui/ProblemAlert';
import { IncompleteLink } from './IncompleteLink';
import { SignInFrame } from './SignInFrame';
import { SignInProblem } from './SignInProblem';
import { useLinkToken } from './useLinkToken';
import { newPassword, PASSWORD_MAX, PASSWORD_MIN } from './useSignInForm';

const HERE = '/sign-in?next=%2Finvitations%2Faccept';

/** Target of the links that invite a person to an account. */
export function AcceptInvitationPage() {
  const token = useLinkToken();
  return (
    <SignInFrame title="Join an account" staysOpen>
      {token === null ? <IncompleteLink /> : <Invitation token={token} />}
    </SignInFrame>
  );
}

function Invitation({ token }: { token: string }) {
  const session = useSession();
  if (session.state === 'signed-in') return <Accept token={token} email={session.profile.user.email} />;
  if (session.state === 'starting') return <Skeleton h={120} />;
  return <Register token={token} />;
}

/** For a person with an account here. Waits for a click, because a link works once. */
function Accept({ token, email }: { token: string; email: string | null }) {
  const accept = useMutation({
    mutationFn: () => unwrap(api.POST('/api/account/invitations/accept', { body: { token } })),
    gcTime: 0,
  });
  const continuing = useMutation({ mutationFn: switchAccount });
  if (accept.data) {
    const { id, name, role } = accept.data.account;
    return (
      <Stack>
        <Alert color="teal" role="status">
          You are now a member of {name ?? 'the account'}, as {role}.
        </Alert>
        <ProblemAlert error={continuing.error} />
        <Button onClick={() => continuing.mutate(id)} loading={continuing.isPending} fullWidth>
          Continue in it
        </Button>
      </Stack>
    );
  }
  const problem = accept.error && asProblem(accept.error);
  return (
    <>
      {problem && <SignInProblem key={problem.requestId} problem={problem} />}
      <Stack>
        <Text size="sm">
          You are signed in as {email ?? 'a user without an email'}. The invitation is for one address only.
        </Text>
        <Button onClick={() => accept.mutate()} loading={accept.isPending} fullWidth>
          Accept the invitation
        </Button>
      </Stack>
    </>
  );
}

/** For a person without an account here. The session then begins in the account of the invitation. */
function Register({ token }: { token: string }) {
  const register = useMutation({
    mutationFn: (password: string) => registerInvited({ token, password }),
    onSuccess: () => window.location.assign('/'),
    gcTime: 0,
  });
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: newPassword },
  });
  const problem = register.error && asProblem(register.error);
  return (
    <>
      {problem && <SignInProblem key={problem.requestId} problem={problem} />}
      <form onSubmit={form.onSubmit(({ password }) => register.mutate(password))} noValidate>
        <Stack>
          <PasswordInput
            label="New password"
            description={`${PASSWORD_MIN} to ${PASSWORD_MAX} characters. A few words in a row are easy to remember.`}
            autoComplete="new-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={register.isPending || register.isSuccess} fullWidth>
            Join
          </Button>
          <Text size="sm">
            With an account here already,{' '}
            <Anchor component={Link} to={HERE} inherit underline="always">
              sign in first
            </Anchor>
            .
          </Text>
        </Stack>
      </form>
    </>
  );
}
