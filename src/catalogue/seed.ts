import { randomInt } from 'node:crypto';
import type { CatalogueModel } from './catalogue-model.js';

const LARGEST = 2 ** 32 - 1;

/**
 * Chooses the seed of an input without one, if the model accepts a seed: the caller can send it again for the same result.
 * @returns the input, or a copy with the seed.
 */
export function withSeed(
  { inputSchema }: Pick<CatalogueModel, 'inputSchema'>,
  input: Record<string, unknown>,
): Record<string, unknown> {
  const { seed } = inputSchema.properties as { seed?: { minimum?: number; maximum?: number } };
  if (!seed || input.seed !== undefined) return input;
  const smallest = Math.max(0, seed.minimum ?? 0);
  return { ...input, seed: randomInt(smallest, Math.min(LARGEST, seed.maximum ?? LARGEST) + 1) };
}
