import { isEmail, useForm } from '@mantine/form';
import { useState } from 'react';
import { asProblem, type Problem } from '../../api/problem';
import { type Credentials, signIn } from '../../session/session';

export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 128;

const EMAIL = isEmail('Enter an email address, such as ada@example.com.');

/** Validates a new password. Like the service, it counts code points, not UTF-16 units. */
export function newPassword(value: string): string | null {
  const length = [...value].length;
  if (length >= PASSWORD_MIN && value.trim() === '') return 'At least one character that is not a space.';
  if (length < PASSWORD_MIN) return `At least ${PASSWORD_MIN} characters; this has ${length}.`;
  return length > PASSWORD_MAX ? `At most ${PASSWORD_MAX} characters.` : null;
}

const anyPassword = (value: string) => (value === '' ? 'Enter your password.' : null);

/** The form of sign-in and registration. After success, `SignInFrame` detects the session and redirects. */
export function useSignInForm(route: 'login' | 'register') {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSending, setSending] = useState(false);
  const form = useForm<Credentials>({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    transformValues: ({ email, password }) => ({ email: email.trim(), password }),
    validate: {
      email: (value) => EMAIL(value.trim()),
      password: route === 'register' ? newPassword : anyPassword,
    },
  });
  const submit = form.onSubmit(async (credentials) => {
    setSending(true);
    setProblem(null);
    try {
      await signIn(route, credentials);
    } catch (error) {
      const refused = asProblem(error);
      form.setErrors(refused.fields);
      setProblem(refused);
    } finally {
      setSending(false);
    }
  });
  return { form, submit, isSending, problem };
}
