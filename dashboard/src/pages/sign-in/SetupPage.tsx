import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { isEmail, useForm } from '@mantine/form';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { asProblem, type Problem } from '../../api/problem';
import { setUp } from '../../session/session';
import { SignInFrame } from './SignInFrame';
import { SignInProblem } from './SignInProblem';
import { useLinkToken } from './useLinkToken';
import { newPassword, PASSWORD_MAX, PASSWORD_MIN } from './useSignInForm';

const EMAIL = isEmail('Enter an email address, such as ada@example.com.');

/** Target of the link in the log of a service without an administrator. Makes the first one. */
export function SetupPage() {
  const token = useLinkToken();
  return (
    <SignInFrame title="Set up this service" staysOpen>
      <SetupForm linkToken={token} />
    </SignInFrame>
  );
}

/** @param linkToken null: the page was opened without the link, and the user types its token. */
function SetupForm({ linkToken }: { linkToken: string | null }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSending, setSending] = useState(false);
  const navigate = useNavigate();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { token: linkToken ?? '', email: '', password: '' },
    transformValues: ({ token, email, password }) => ({
      token: tokenIn(token),
      email: email.trim(),
      password,
    }),
    validate: {
      token: (value) => (tokenIn(value) === '' ? 'Enter the token.' : null),
      email: (value) => EMAIL(value.trim()),
      password: newPassword,
    },
  });
  const submit = form.onSubmit(async (administrator) => {
    setSending(true);
    setProblem(null);
    try {
      await setUp(administrator);
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
          <Text size="sm">You become the administrator of this service, who manages all accounts.</Text>
          {linkToken === null && (
            <TextInput
              label="Setup token"
              description="The link in the log of the service, or what follows #token= in it. The service logs one when it starts without an administrator; it is valid for 24 hours."
              autoComplete="off"
              autoFocus
              spellCheck={false}
              key={form.key('token')}
              {...form.getInputProps('token')}
            />
          )}
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            autoFocus={linkToken !== null}
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
            Create administrator
          </Button>
          <Text size="sm" ta="center">
            There is an administrator already?{' '}
            <Anchor component={Link} to="/sign-in" inherit underline="always">
              Sign in
            </Anchor>
          </Text>
        </Stack>
      </form>
    </>
  );
}

/** Returns the token of a pasted link, or of a text that is the token alone. */
const tokenIn = (text: string): string => text.trim().split('#token=').at(-1)!;
