/** The models of the repository's catalogue, for checks that each fits its adapter. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import type { CatalogueModel } from '../../src/model.js';

/** The directory of the catalogue files. */
export const CATALOGUE = fileURLToPath(new URL('../../../../catalogue', import.meta.url));

interface CatalogueFile {
  provider: string;
  models: (Partial<CatalogueModel> & { input: Record<string, unknown> })[];
}

/** Reads the models of one catalogue file. Each has its own route alone. */
export function shippedModels(provider: string): CatalogueModel[] {
  const { models } = load(readFileSync(`${CATALOGUE}/${provider}.yaml`, 'utf8')) as CatalogueFile;
  return models.map(({ input, options = {}, ...entry }) => ({
    ...(entry as CatalogueModel),
    provider,
    options,
    inputSchema: { type: 'object', ...input },
  }));
}
