import { Badge } from '@mantine/core';
import type { components } from '../../../api/schema';

type Circuit = components['schemas']['CircuitView'];

const CIRCUITS: Record<Circuit['state'], { color: string; text: string }> = {
  closed: { color: 'teal', text: 'accepting' },
  'half-open': { color: 'orange', text: 'half-open' },
  open: { color: 'red', text: 'not accepting' },
};

export function CircuitBadge({ circuit: { state } }: { circuit: Pick<Circuit, 'state'> }) {
  const { color, text } = CIRCUITS[state];
  return (
    <Badge variant="light" color={color} tt="none">
      {text}
    </Badge>
  );
}
