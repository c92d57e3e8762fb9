import { createHash } from 'node:crypto';
import type { CatalogueModel } from '../../catalogue/index.js';

/**
 * Identifies runs that are expected to take equally long: of one model, with equal numbers (two digits of them), choices and
 * aspect ratio, and of a model that is priced by characters with a prompt of similar length. Pure.
 * @returns a signed 64-bit integer, as text.
 */
export function workloadOf(
  model: Pick<CatalogueModel, 'modelKey' | 'inputSchema' | 'pricing'>,
  input: Readonly<Record<string, unknown>>,
): string {
  const properties = Object.entries((model.inputSchema.properties ?? {}) as Record<string, object>);
  const values = properties
    .filter(([field]) => field !== 'seed')
    .flatMap(([field, schema]) => {
      const value = comparable(input[field], schema);
      return value === undefined ? [] : [[field, value] as const];
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const length = model.pricing.perThousandCharacters ? lengthClass(input.prompt) : null;
  const hash = createHash('sha256').update(JSON.stringify([model.modelKey, values, length]));
  return hash.digest().readBigInt64BE().toString();
}

/** Returns undefined for a value that does not tell how long the run takes, for instance a prompt. */
function comparable(value: unknown, schema: object): number | boolean | string | undefined {
  if (typeof value === 'number') return Number(value.toPrecision(2));
  if (typeof value === 'boolean') return value;
  const isChoice = 'enum' in schema || ('format' in schema && schema.format === 'aspect-ratio');
  return typeof value === 'string' && isChoice ? value : undefined;
}

/** Two lengths of one class differ by a factor of at most √2. */
const lengthClass = (text: unknown): number =>
  typeof text === 'string' && text.length > 0 ? Math.round(2 * Math.log2(text.length)) : 0;
