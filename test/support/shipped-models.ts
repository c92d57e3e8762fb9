/** Reads the models of one shipped catalogue file as the service does, and creates work for them. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Catalogue, type CatalogueModel, readCatalogue } from '../../src/catalogue/index.js';
import type { FileKind, WorkExample } from './engine-work.js';

export class ShippedModels {
  private readonly catalogue: Catalogue;

  /** @param provider reads only `catalogue/<provider>.yaml`. */
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
   * @param fields as a caller sends them, without media; defaults are filled in, invalid fields throw.
   * @param media the file for the model's `imageUrl` or `videoUrl`.
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
