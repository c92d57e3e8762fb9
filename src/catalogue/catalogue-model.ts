import type { Modality } from '@offprint/engines';

export {
  type CatalogueModel,
  DIGITAL_SOURCE_TYPES,
  type DigitalSourceType,
  type EngineCost,
  type EngineDefinition,
  MODALITIES,
  type Modality,
  type Operation,
  OPERATIONS,
  type Pricing,
  type Route,
} from '@offprint/engines';

/** The limits of one engine. */
export interface EngineLimits {
  /** Predictions that are submitted and unfinished at once, over all processes. */
  concurrency?: number;
  /** Submits and polls that each worker process starts per second. */
  requestsPerSecond?: number;
}

/** The API recommends this interval. */
export function pollIntervalMs(modality: Modality): number {
  return modality === 'video' ? 5000 : 3000;
}
