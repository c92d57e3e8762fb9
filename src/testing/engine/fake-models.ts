/** With the entries of a fake engine a test needs no YAML. */
import type { Modality, Operation, Pricing } from '../../catalogue/index.js';

/** A model of a fake engine. */
export interface FakeModel {
  modelKey: string;
  /** Default `image`. */
  modality?: Modality;
  /** Default the first operation that makes the modality from text. */
  operation?: Operation;
  /** Default 1 credit. */
  pricing?: Pricing;
  /** Default 600. */
  deadlineSeconds?: number;
  /** JSON Schema of the input, as in a catalogue file. Default: an optional `prompt`, `imageUrl` and `videoUrl`. */
  input?: { properties: Record<string, object>; required?: string[] };
  /** Options of the adapter, such as `onAmbiguous`. */
  options?: Record<string, unknown>;
}

const OPERATION: Record<Modality, Operation> = {
  image: 'text-to-image',
  video: 'text-to-video',
  audio: 'music',
  '3d': 'text-to-3d',
};
const MEDIA = { type: 'string', format: 'media-url', maxLength: 1_048_576 };
const INPUT = {
  properties: { prompt: { type: 'string', maxLength: 4000 }, imageUrl: MEDIA, videoUrl: MEDIA },
};

/** The models are `<engine>-image`, `-video`, `-audio` and `-3d`. */
export function defaultModels(engine: string): FakeModel[] {
  return (Object.keys(OPERATION) as Modality[]).map((modality) => ({
    modelKey: `${engine}-${modality}`,
    modality,
  }));
}

export function catalogueFileOf(engine: string, models: readonly FakeModel[]): object {
  return { provider: engine, models: models.map((model) => entryOf(engine, model)) };
}

function entryOf(engine: string, { modality = 'image', ...model }: FakeModel): object {
  return {
    model: `${engine}/${model.modelKey}`,
    modality,
    operation: OPERATION[modality],
    title: `Fake ${modality}`,
    description: 'A model of a test.',
    typicalSeconds: 1,
    deadlineSeconds: 600,
    pricing: { base: 1 },
    input: INPUT,
    ...model,
  };
}
