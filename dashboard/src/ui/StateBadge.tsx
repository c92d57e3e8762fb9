import { Badge } from '@mantine/core';
import type { PredictionState } from '../api/types';
import { STATES } from '../text/labels';

const COLORS: Record<PredictionState, string> = { processing: 'indigo', completed: 'teal', failed: 'red' };

export function StateBadge({ state }: { state: PredictionState }) {
  return (
    <Badge variant="light" color={COLORS[state]} tt="none">
      {STATES[state]}
    </Badge>
  );
}
