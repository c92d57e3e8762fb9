import { createHash } from 'node:crypto';
import { v5 as uuidv5 } from 'uuid';
import type { Work } from '../provider.js';
import type { TemplateValues } from '../wire/index.js';
import { frameCount, outputSize } from './output-size.js';
import type { WorkflowTemplate } from './workflow-template.js';

/** Must never change: running jobs are looked up by ids derived from it. */
const NAMESPACE = 'b2f6f1c8-3a86-4c0e-9a3e-6d1f0b7c52d4';

/** The id of an attempt at the engine is deterministic. */
export function attemptId({ predictionId, attempt }: Pick<Work, 'predictionId' | 'attempt'>): string {
  return uuidv5(`${predictionId}:${attempt}`, NAMESPACE);
}

/** @param media the engine's names of the uploaded inputs: `image`, `video`. */
export function predictionValues(
  { predictionId, input }: Pick<Work, 'predictionId' | 'input'>,
  { size, frames }: Pick<WorkflowTemplate, 'size' | 'frames'>,
  media: TemplateValues,
): TemplateValues {
  return {
    seed: seedOf(predictionId),
    ...(frames && typeof input.duration === 'number' ? { frames: frameCount(input.duration, frames) } : {}),
    ...input,
    // Rounded even when the caller gives the size.
    ...outputSize(input, size),
    predictionId,
    ...media,
  };
}

/** Callers who set no seed get the same for every attempt. It has 32 bits, which every node accepts. */
export function seedOf(predictionId: string): number {
  return createHash('sha256').update(predictionId).digest().readUInt32BE(0);
}
