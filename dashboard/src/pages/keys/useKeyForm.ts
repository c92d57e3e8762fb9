import { useForm } from '@mantine/form';
import type { Problem } from '../../api/problem';
import { expiryProblem, KEY_RULES } from './key-rules';
import type { KeyValues } from './key-values';

export type KeyForm = ReturnType<typeof useKeyForm>;

/** Holds the values of a new key or of a key's settings, and checks them before they are sent. */
export function useKeyForm(initialValues: KeyValues) {
  return useForm({
    initialValues,
    validate: {
      ...KEY_RULES,
      expiresAt: (_time: KeyValues['expiresAt'], values: KeyValues) => {
        const isKept = values.expiry === initialValues.expiry && values.expiresAt === initialValues.expiresAt;
        // An expired key can be renamed without a new expiry.
        return isKept ? null : expiryProblem(values, Date.now());
      },
    },
  });
}

/** Returns the errors of a rejected request by the form's fields. */
export function fieldErrors({ fields }: Problem): Record<string, string> {
  const { spendLimit, 'spendLimit.period': period, ...others } = fields;
  const credits = others['spendLimit.credits'] ?? spendLimit ?? period;
  return credits === undefined ? others : { ...others, 'spendLimit.credits': credits };
}
