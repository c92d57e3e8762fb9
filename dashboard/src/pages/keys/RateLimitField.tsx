import { NumberInput } from '@mantine/core';
import { WINDOW_NAME, WINDOW_UNIT } from '../../text/rate-window';
import { useAccountSettings } from '../account/useAccountSettings';
import { RATE_MAX, RATE_MIN } from './key-rules';
import type { KeyForm } from './useKeyForm';

interface RateLimitFieldProps {
  form: KeyForm;
  /** The highest limit of the account. Undefined: that of the session's own. */
  maxRateLimit?: number;
}

export function RateLimitField({ form, maxRateLimit }: RateLimitFieldProps) {
  const own = useAccountSettings().data?.limits.maxRateLimit;
  const most = maxRateLimit ?? own ?? RATE_MAX;
  return (
    <NumberInput
      label="Request limit"
      description={`Requests per ${WINDOW_NAME}, ${RATE_MIN} to ${most}.`}
      placeholder="Default"
      suffix={` / ${WINDOW_UNIT}`}
      allowDecimal={false}
      allowNegative={false}
      {...form.getInputProps('rateLimit')}
    />
  );
}
