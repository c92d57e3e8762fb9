import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { asProblem, type Problem } from '../../api/problem';
import { setPassword } from '../../session/session';
import { IncompleteLink } from './IncompleteLink';
import { SignInFrame } from './SignInFrame';
import { SignInProblem } from './SignInProblem';
import { useLinkToken } from './useLinkToken';
import { newPassword, PASSWORD_MAX, PASSWORD_MIN } from './useSignInForm';

/** Target of the one-time links for invitations and resets. The token follows `#`, so browsers never send it to a server. */
export function SetPasswordPage() {
  const token = useLinkToken();
  return (
    <SignInFrame title="Set your password" staysOpen>
      {token === null ? <IncompleteLink /> : <SetPasswordForm token={token} />}
    </SignInFrame>
  );
}

function SetPasswordForm({ token }: { token: string }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSending, setSending] = useState(false);
  const navigate = useNavigate();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: newPassword },
  });
  const submit = form.onSubmit(async ({ password }) => {
    setSending(true);
    setProblem(null);
    try {
      await setPassword({ token, password });
      await navigate('/', { replace: true });
    } catch (error) {
      const refused = asProblem(error);
      form.setErrors(refused.fields);
      setProblem(refused);
      setSending(false);
    }
  });
  return (
    <>
      {problem && <SignInProblem key={problem.requestId} problem={problem} />}
      <form onSubmit={submit} noValidate>
        <Stack>
          <PasswordInput
            label="New password"
            description={`${PASSWORD_MIN} to ${PASSWORD_MAX} characters. A few words in a row are easy to remember.`}
            autoComplete="new-password"
            autoFocus
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={isSending} fullWidth>
            Set password
          </Button>
          <Text size="sm" c="dimmed">
            Signs you in here and signs you out everywhere else.
          </Text>
        </Stack>
      </form>
    </>
  );
}
