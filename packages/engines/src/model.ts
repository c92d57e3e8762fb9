/** A catalogue file says this of its engine and of each model: an adapter reads it, and the service sells by it. */

/** The kinds of output. */
export const MODALITIES = ['image', 'video', 'audio', '3d'] as const;
/** A kind of output. */
export type Modality = (typeof MODALITIES)[number];

/** IPTC's vocabulary of digital source types says with these terms how a result came to be. */
export const DIGITAL_SOURCE_TYPES = [
  'trainedAlgorithmicMedia',
  'compositeWithTrainedAlgorithmicMedia',
  'compositeSynthetic',
  'composite',
  'algorithmicMedia',
  'algorithmicallyEnhanced',
  'dataDrivenMedia',
  'virtualRecording',
] as const;
/** How a result came to be, in the terms of IPTC. */
export type DigitalSourceType = (typeof DIGITAL_SOURCE_TYPES)[number];

/** What a model does with its input. */
export const OPERATIONS = [
  'text-to-image',
  'image-to-image',
  'upscale',
  'remove-background',
  'reframe',
  'text-to-video',
  'image-to-video',
  'video-upscale',
  'music',
  'sound-effect',
  'speech',
  'text-to-3d',
  'image-to-3d',
] as const;
/** What a model does with its input. */
export type Operation = (typeof OPERATIONS)[number];

/** Credits: the sum of the parts, times every multiplier whose field has the given value. */
export interface Pricing {
  base?: number;
  /** Per second of the input's `duration`. */
  perSecond?: number;
  /** Per 1,000,000 pixels of the requested output. */
  perMegapixel?: number;
  /** Per 1,000 characters of the input's `prompt`, in proportion. */
  perThousandCharacters?: number;
  /** field → value → factor, e.g. `scale: {"4": 2}`. */
  multipliers?: Record<string, Record<string, number>>;
}

/** The engine charges the operator the sum of both, in credits, per completed prediction. Only usage reports read it, not callers. */
export interface EngineCost {
  perPrediction?: number;
  /** Per credit that the prediction cost. */
  perCredit?: number;
}

/** One way to run a model: an engine, its name of the model, and the options of its adapter. */
export interface Route {
  /** The `provider:` of a catalogue file, or the name of an added provider. */
  provider: string;
  /** The resolved identifier that the model runs as, returned when a prediction starts. */
  model: string;
  /** For the provider only; never shown to callers. */
  options: Record<string, unknown>;
}

/** An entry of a catalogue file. The model's own route is the preferred one of its offered routes. */
export interface CatalogueModel extends Route {
  modelKey: string;
  modality: Modality;
  operation: Operation;
  title: string;
  description: string;
  /** JSON Schema (2020-12) of the fields beside `modelKey` and those that every model accepts. */
  inputSchema: Record<string, unknown>;
  pricing: Pricing;
  /** Unknown to the service when it is not given. */
  engineCost?: EngineCost;
  /** The usual time from creation to completion with an empty queue. */
  typicalSeconds: number;
  /** Seconds after creation at which a prediction that is not final fails and is refunded. */
  deadlineSeconds: number;
  /** The input field whose number of seconds is added to the deadline. */
  deadlineField?: string;
  /** Whether the metadata that the engine writes into a result is delivered. */
  keepMetadata?: boolean;
  /** A term of IPTC's vocabulary that results are marked with, in place of the one that follows from engine and operation. */
  digitalSourceType?: DigitalSourceType;
  /** In order of preference, at least one. When an engine does not accept work, the next one is used at the same price. */
  routes: Route[];
}

/** The `engine:` section of a catalogue file: its adapter and how to reach the engine. */
export interface EngineDefinition {
  /** The `provider:` of the file. */
  name: string;
  adapter: string;
  /** As written: `{from: VARIABLE, default}` at any depth is replaced by a setting at boot. */
  definition: Readonly<Record<string, unknown>>;
  /** The absolute directory of the file, for files beside it. */
  directory: string;
}
