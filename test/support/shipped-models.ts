/** The models of one shipped catalogue file, read as the service reads them, and examples of work for them. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Catalogue, type CatalogueModel, readCatalogue } from '../../src/catalogue/index.js';
import type { FileKind, WorkExample } from './engine-work.js';

export class ShippedModels {
  private readonly catalogue: Catalogue;

  /** @param provider `catalogue/<provider>.yaml`, alone: other files have no part in it. */
  constructor(provider: string) {
    const directory = mkdtempSync(join(tmpdir(), 'offprint-catalogue-'));
    for (const file of [`${provider}.yaml`, 'plans.yaml'])
      copyFileSync(join(process.cwd(), 'catalogue', file), join(directory, file));
    this.catalogue = new Catalogue(readCatalogue(directory));
    rmSync(directory, { recursive: true });
  }

  get all(): readonly CatalogueModel[] {
    return this.catalogue.entries;
  }

  /**
   * @param fields as a caller sends them, media left out; defaults are filled in, and what the schema refuses throws.
   * @param media the file that stands for the model's `imageUrl` or `videoUrl`.
   */
  example(modelKey: string, fields: Record<string, unknown>, kind: FileKind, media?: FileKind): WorkExample {
    const model = this.catalogue.find(modelKey)!;
    const field = media === 'mp4' || media === 'webm' ? 'videoUrl' : 'imageUrl';
    const sent = media ? { ...fields, [field]: 'https://media.example/input' } : fields;
    const { [field]: _address, ...input } = this.catalogue.readInput(model, sent);
    const { operation, modality, options } = model;
    return { operation, modality, model: model.model, modelKey, options, input, kind, media };
  }
}
