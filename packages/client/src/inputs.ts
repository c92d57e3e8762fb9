/** Types of requests: the shipped models, those of an installation, and any other. */
import type { ShippedModels } from './shipped-models.js';

/**
 * The models of one installation. `offprint-types --url …` writes a file that adds them here; they take precedence over
 * shipped models of the same key.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by declaration merging
export interface InstalledModels {}

export type KnownModels = Omit<ShippedModels, keyof InstalledModels> & InstalledModels;

/** Fields that the service accepts for every model. */
export interface CommonFields {
  /** Ignored, with a warning, by a model without a prompt; the same holds for the next two. */
  prompt?: string;
  /** `<width>:<height>`. */
  aspectRatio?: string;
  /** Seconds. */
  duration?: number;
  /** At most 16 values; stored and returned. */
  metadata?: Record<string, string>;
  /** Your own user, for spending by user and for its limit. */
  externalUserId?: string;
  /** Seconds after which the prediction fails with `deadline_exceeded` and is refunded. */
  deadlineSeconds?: number;
  /** Of a quote. */
  priceVersion?: string;
}

type Merged<Own> = Own & Omit<CommonFields, keyof Own>;

/** Body of a request for the model `Key`. A model that is not known to the types takes any fields. */
export type GenerateInput<Key extends string = string> = Key extends keyof KnownModels
  ? { modelKey: Key } & Merged<KnownModels[Key]>
  : { modelKey: Key; [field: string]: unknown };
