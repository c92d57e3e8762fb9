export { Catalogue, type CatalogueFilter, type CheckedInput } from './catalogue.js';
export { CatalogueModule } from './catalogue.module.js';
export { type CatalogueContents, type Pack, readCatalogue } from './catalogue-files.js';
export {
  type CatalogueModel,
  type EngineCost,
  type EngineDefinition,
  type EngineLimits,
  MODALITIES,
  type Modality,
  type Operation,
  OPERATIONS,
  pollIntervalMs,
  type Pricing,
  type Route,
} from './catalogue-model.js';
export {
  ENGINES_END,
  ENGINES_START,
  enginesExample,
  enginesTable,
  type EngineVariable,
  engineVariables,
} from './engine-variables.js';
export { withInterfaceFields } from './interface-fields.js';
export { PlanDetails, toPlanDetails } from './plans.dto.js';
export { type Plan, Plans } from './plans.js';
export { withSeed } from './seed.js';
