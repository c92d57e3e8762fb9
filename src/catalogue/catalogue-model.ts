/** What the service adds to the description of a model and of an engine (`@offprint/engines`). */
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
  /** Exchanges (submits and polls) started per second by each worker process. */
  requestsPerSecond?: number;
}

/** Returns the polling interval that the API recommends. */
export function pollIntervalMs(modality: Modality): number {
  return modality === 'video' ? 5000 : 3000;
}
