import { Alert } from '@mantine/core';
import type { Prediction } from '../../api/types';
import { credits } from '../../text/amounts';
import { isCancelled } from '../../text/cancelled';

/** Says why a prediction failed, and what was refunded. */
export function FailureNotice({ prediction }: { prediction: Omit<Prediction, 'thumbnailUrl'> }) {
  const { status, error, creditsRefunded } = prediction;
  if (status !== 'failed') return null;
  const cancelled = isCancelled(prediction);
  return (
    <Alert color={cancelled ? 'gray' : 'red'} title={cancelled ? 'Cancelled' : error?.code}>
      {error?.message} {credits(creditsRefunded)} refunded.
    </Alert>
  );
}
