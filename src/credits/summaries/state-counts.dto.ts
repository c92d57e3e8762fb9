import { Field } from '../../platform/http/index.js';
import type { SpendingPart } from './spending.reader.js';

export class StateCounts {
  @Field.integer() processing!: number;
  @Field.integer() completed!: number;
  @Field.integer() failed!: number;
}

export function countStates(parts: readonly SpendingPart[]): StateCounts {
  const sum = (state: 'processing' | 'completed' | 'failed') =>
    parts.reduce((total, part) => total + part[state], 0);
  return { processing: sum('processing'), completed: sum('completed'), failed: sum('failed') };
}
