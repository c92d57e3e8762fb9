import { Badge } from '@mantine/core';
import type { Prediction, PredictionState } from '../api/types';
import { isCancelled } from '../text/cancelled';
import { STATES } from '../text/labels';

const COLORS: Record<PredictionState, string> = { processing: 'indigo', completed: 'teal', failed: 'red' };

export function StateBadge({ prediction }: { prediction: Pick<Prediction, 'status' | 'error'> }) {
  const cancelled = isCancelled(prediction);
  return (
    <Badge variant="light" color={cancelled ? 'gray' : COLORS[prediction.status]} tt="none">
      {cancelled ? 'Cancelled' : STATES[prediction.status]}
    </Badge>
  );
}
