/** Reads the catalogue file of a declared engine as the service does, with the URL of its fake. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { readSettings } from '@offprint/engines';
import { HttpJobProvider } from '../../../packages/engines/src/http-job/http-job.provider.js';
import { Catalogue, type CatalogueModel, readCatalogue } from '../../../src/catalogue/index.js';
import type { FileKind, WorkExample } from '../../support/engine-work.js';

export const SECRET = 'sk-declared-engine-5eC3e7';
/** The public half of an engine that has two keys. */
export const ACCESS_KEY = 'ak-declared-engine-7b2F';

export interface Declared {
  /** With every model checked, as at the start of the service. */
  provider(url: string): HttpJobProvider;
  /** One prediction of each model, with the required fields only. */
  works: WorkExample[];
  /** @param input the caller's input instead. */
  work(modelKey: string, input?: Record<string, unknown>): WorkExample;
}

/** @param file of `catalogue/` or elsewhere in the project. */
export async function declared(file: string): Promise<Declared> {
  const directory = await mkdtemp(join(tmpdir(), 'offprint-declared-'));
  await cp(file, join(directory, basename(file)));
  await cp('catalogue/plans.yaml', join(directory, 'plans.yaml'));
  const contents = readCatalogue(directory);
  await rm(directory, { recursive: true });
  const [engine] = contents.engines;
  const catalogue = new Catalogue(contents);
  const work = (model: CatalogueModel, input: Record<string, unknown>): WorkExample => {
    const media = mediaOf(model);
    const whole = catalogue.readInput(model, { ...input, ...(media && MEDIA_LINKS[media]) });
    const { operation, modality, modelKey, options } = model;
    return {
      operation,
      modality,
      modelKey,
      model: model.model,
      options,
      input: whole,
      kind: KINDS[modality]!,
      media,
    };
  };
  return {
    provider(url) {
      // Every URL is the fake's, every secret is the same: only the declaration differs.
      const variable = (name: string) => (name.endsWith('_ACCESS_KEY') ? ACCESS_KEY : SECRET);
      const settings = readSettings(engine!, (name) => (name.endsWith('_URL') ? url : variable(name)));
      const provider = new HttpJobProvider(settings!);
      contents.models.forEach((model) => provider.offers(model));
      return provider;
    },
    works: contents.models.map((model) => work(model, leastInput(model))),
    work: (modelKey, input) => {
      const model = contents.models.find((one) => one.modelKey === modelKey)!;
      return work(model, input ?? leastInput(model));
    },
  };
}

const KINDS: Record<string, FileKind> = { image: 'png', video: 'mp4', audio: 'mp3', '3d': 'glb' };
const MEDIA_LINKS: Partial<Record<FileKind, Record<string, string>>> = {
  png: { imageUrl: 'https://media.example/picture.png' },
  mp4: { videoUrl: 'https://media.example/clip.mp4' },
};
const SAMPLES: Record<string, unknown> = { prompt: 'a red cube on a white table', aspectRatio: '16:9' };

function propertiesOf({ inputSchema }: CatalogueModel): Record<string, unknown> {
  return inputSchema.properties as Record<string, unknown>;
}

function mediaOf(model: CatalogueModel): FileKind | undefined {
  if ('imageUrl' in propertiesOf(model)) return 'png';
  return 'videoUrl' in propertiesOf(model) ? 'mp4' : undefined;
}

function leastInput({ inputSchema }: CatalogueModel): Record<string, unknown> {
  const required = (inputSchema.required as string[]).filter((field) => field in SAMPLES);
  return Object.fromEntries(required.map((field) => [field, SAMPLES[field]]));
}
