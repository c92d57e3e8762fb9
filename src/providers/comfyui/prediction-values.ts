/** What the placeholders of a workflow stand for in one prediction. Pure. */
import { createHash } from 'node:crypto';
import { v5 as uuidv5 } from 'uuid';
import type { Work } from '../provider.js';
import type { TemplateValues } from '../wire/index.js';
import { frameCount, outputSize } from './output-size.js';
import type { WorkflowTemplate } from './workflow-template.js';

/** Ours alone, and never changed: a job that is under way is looked for by it. */
const NAMESPACE = 'b2f6f1c8-3a86-4c0e-9a3e-6d1f0b7c52d4';

/** The id under which the engine is to know one attempt: the same each time it is asked for. */
export function attemptId({ predictionId, attempt }: Pick<Work, 'predictionId' | 'attempt'>): string {
  return uuidv5(`${predictionId}:${attempt}`, NAMESPACE);
}

/** @param media what the engine calls the uploaded inputs: `image`, `video`. */
export function predictionValues(
  { predictionId, input }: Pick<Work, 'predictionId' | 'input'>,
  { size, frames }: Pick<WorkflowTemplate, 'size' | 'frames'>,
  media: TemplateValues,
): TemplateValues {
  return {
    seed: seedOf(predictionId),
    ...(frames && typeof input.duration === 'number' ? { frames: frameCount(input.duration, frames) } : {}),
    ...input,
    // Rounded, also where callers give them.
    ...outputSize(input, size),
    predictionId,
    ...media,
  };
}

/** For callers who give none: the same for every attempt. 32 bits, which every node takes. */
export function seedOf(predictionId: string): number {
  return createHash('sha256').update(predictionId).digest().readUInt32BE(0);
}
