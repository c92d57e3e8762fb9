/** What the catalogue says of one model; the shape of an entry in `catalogue/<provider>.yaml`. */

export const MODALITIES = ['image', 'video', 'audio', '3d'] as const;
export type Modality = (typeof MODALITIES)[number];

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
export type Operation = (typeof OPERATIONS)[number];

/** Credits. The sum of the parts, times every multiplier whose field has the named value. */
export interface Pricing {
  base?: number;
  /** Per second of the input's `duration`. */
  perSecond?: number;
  /** Per 1,000,000 pixels of the output that the input asks for. */
  perMegapixel?: number;
  /** Per 1,000 characters of the input's `prompt`, begun ones counted in proportion. */
  perThousandCharacters?: number;
  /** field → value → factor, e.g. `scale: {"4": 2}`. */
  multipliers?: Record<string, Record<string, number>>;
}

/** One way to run a model: an engine, what the model is called there, and what its adapter has to know. */
export interface Route {
  /** The `provider:` of a catalogue file, or the name of an added provider. */
  provider: string;
  /** The resolved identifier that the model runs as, returned when a prediction starts. */
  model: string;
  /** For the provider alone; never shown. */
  options: Record<string, unknown>;
}

/** The route is the preferred one of those on offer. */
export interface CatalogueModel extends Route {
  modelKey: string;
  modality: Modality;
  operation: Operation;
  title: string;
  description: string;
  /** JSON Schema (2020-12) of the fields beside `modelKey`, `metadata` and `externalUserId`. */
  inputSchema: Record<string, unknown>;
  pricing: Pricing;
  /** What a caller may expect, from start to end, with nobody before it. */
  typicalSeconds: number;
  /** Seconds after its acceptance at which a prediction that is not final fails and is refunded. */
  deadlineSeconds: number;
  /** An input field whose number of seconds is added to the deadline. */
  deadlineField?: string;
  /** In order of preference, at least one. When an engine is not accepting, the next one is used, at the same price. */
  routes: Route[];
}

/** Bounds of one engine, per worker process. */
export interface EngineLimits {
  /** Submits under way at once. */
  concurrency?: number;
  /** Exchanges (submits and polls) begun per second. */
  requestsPerSecond?: number;
}

/** The `engine:` of a catalogue file: which adapter reaches it, and how. */
export interface EngineDefinition {
  /** The `provider:` of the file. */
  name: string;
  adapter: string;
  /** As written: `{from: VARIABLE, default}` at any depth stands for a setting, read at boot. */
  definition: Readonly<Record<string, unknown>>;
  /** Absolute directory of the file, for what lies beside it. */
  directory: string;
}

/** How often the interface recommends to poll. */
export function pollIntervalMs(modality: Modality): number {
  return modality === 'video' ? 5000 : 3000;
}
