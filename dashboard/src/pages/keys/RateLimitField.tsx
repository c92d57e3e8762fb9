import { NumberInput } from '@mantine/core';
import { useAccountSettings } from '../account/useAccountSettings';
import { RATE_MAX, RATE_MIN } from './key-rules';
import type { KeyForm } from './useKeyForm';

/** The highest limit is that of the account's plan. */
export function RateLimitField({ form }: { form: KeyForm }) {
  const most = useAccountSettings().data?.limits.maxRateLimit ?? RATE_MAX;
  return (
    <NumberInput
      label="Request limit"
      description={`Requests per minute, ${RATE_MIN} to ${most}.`}
      placeholder="Default"
      suffix=" / min"
      allowDecimal={false}
      allowNegative={false}
      {...form.getInputProps('rateLimit')}
    />
  );
}
