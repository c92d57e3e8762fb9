/** Types of requests: the shipped models, those of an installation, and any other. */
import type { RequestFields } from './bodies.js';
import type { ShippedModels } from './shipped-models.js';

/**
 * The models of one installation. `offprint-types --url …` writes a file that adds them here; they take precedence over
 * shipped models of the same key.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by declaration merging
export interface InstalledModels {}

export type KnownModels = Omit<ShippedModels, keyof InstalledModels> & InstalledModels;

/** Fields that the service accepts for every model. */
export interface CommonFields extends RequestFields {
  /** Ignored, with a warning, by a model without a prompt; the same holds for the next two. */
  prompt?: string;
  /** `<width>:<height>`. */
  aspectRatio?: string;
  /** Seconds. */
  duration?: number;
}

type Merged<Own> = Own & Omit<CommonFields, keyof Own>;

/** Body of a request for the model `Key`. A model that is not known to the types takes any fields. */
export type GenerateInput<Key extends string = string> = Key extends keyof KnownModels
  ? { modelKey: Key } & Merged<KnownModels[Key]>
  : { modelKey: Key; [field: string]: unknown };
