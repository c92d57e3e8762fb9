import { ApiProperty } from '../../platform/http/index.js';
import type { SpendingPart } from './spending.reader.js';

/** How many predictions are in each state. */
export class StateCounts {
  @ApiProperty({ type: 'integer' })
  processing!: number;
  @ApiProperty({ type: 'integer' })
  completed!: number;
  @ApiProperty({ type: 'integer' })
  failed!: number;
}

/** Adds up the predictions of the parts by state. */
export function countStates(parts: readonly SpendingPart[]): StateCounts {
  const sum = (state: 'processing' | 'completed' | 'failed') =>
    parts.reduce((total, part) => total + part[state], 0);
  return { processing: sum('processing'), completed: sum('completed'), failed: sum('failed') };
}
