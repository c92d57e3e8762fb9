import { NumberInput } from '@mantine/core';
import { RATE_MAX, RATE_MIN } from './key-rules';
import type { KeyForm } from './useKeyForm';

export function RateLimitField({ form }: { form: KeyForm }) {
  return (
    <NumberInput
      label="Request limit"
      description={`Requests per minute, ${RATE_MIN} to ${RATE_MAX}.`}
      placeholder="Default"
      suffix=" / min"
      allowDecimal={false}
      allowNegative={false}
      {...form.getInputProps('rateLimit')}
    />
  );
}
