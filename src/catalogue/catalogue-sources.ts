/** Live changes are laid over the catalogue as its files write it, and the export is made of it. */
import type { CatalogueModel, EngineLimits, Route } from './catalogue-model.js';
import type { Pack } from './packs.js';
import type { Plan } from './plan-fields.js';

export interface CatalogueSources {
  /** Keyed by model key, with the provider of the file. */
  models: Map<string, { provider: string; entry: WrittenModel }>;
  plans: PlansFile;
  packs: readonly Pack[];
  documents: readonly SourceDocument[];
}

/** Most files have one document. */
export type SourceDocument = { file: string } & (
  | { kind: 'provider'; contents: CatalogueFile }
  | { kind: 'plans'; contents: PlansFile }
  | { kind: 'packs'; contents: PacksFile }
);

export interface CatalogueFile {
  provider: string;
  engine?: { adapter: string } & Record<string, unknown>;
  limits?: EngineLimits;
  models: WrittenModel[];
}

export interface PlansFile {
  default: string;
  plans: Plan[];
}

export interface PacksFile {
  packs: Pack[];
}

export type WrittenRoute = Omit<Route, 'options'> & {
  options?: Record<string, unknown>;
  /** False: no prediction starts there. */
  enabled?: boolean;
};

export type WrittenModel = Omit<CatalogueModel, keyof Route | 'routes' | 'inputSchema'> & {
  input: { properties: Record<string, unknown>; required?: string[] };
  needs?: Needs;
  /** A model runs either at the engine of this file… */
  model?: string;
  options?: Record<string, unknown>;
  /** …or at these engines. */
  routes?: WrittenRoute[];
  /** False: not offered. */
  enabled?: boolean;
};

/** Optional npm packages. Without `package` the model is not offered; without a value's package that value is not. */
export interface Needs {
  package?: string;
  /** The keys are field, value; the value is the package. */
  values?: Record<string, Record<string, string>>;
}
