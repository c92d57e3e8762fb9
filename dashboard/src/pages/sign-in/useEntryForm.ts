import { isEmail, useForm } from '@mantine/form';
import { useState } from 'react';
import { asProblem, type Problem } from '../../api/problem';
import { type Credentials, signIn } from '../../session/session';

export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 128;

const EMAIL = isEmail('Enter an email address, such as ada@example.com.');

/** The service counts characters as people do, not as UTF-16 does. */
export function newPassword(value: string): string | null {
  const length = [...value].length;
  if (length >= PASSWORD_MIN && value.trim() === '') return 'At least one character that is not a space.';
  if (length < PASSWORD_MIN) return `At least ${PASSWORD_MIN} characters; this has ${length}.`;
  return length > PASSWORD_MAX ? `At most ${PASSWORD_MAX} characters.` : null;
}

const anyPassword = (value: string) => (value === '' ? 'Enter your password.' : null);

/** The form of both pages. Once it succeeds, the frame notices the session and goes on. */
export function useEntryForm(route: 'login' | 'register') {
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
