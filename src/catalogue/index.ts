export { Catalogue } from './catalogue.js';
export {
  type CatalogueModel,
  type EngineDefinition,
  type EngineLimits,
  MODALITIES,
  type Modality,
  OPERATIONS,
  type Operation,
  pollIntervalMs,
  type Route,
} from './catalogue-model.js';
export { CatalogueModule } from './catalogue.module.js';
export { type CatalogueContents, type Plan, readCatalogue } from './catalogue-files.js';
export {
  ENGINES_END,
  ENGINES_START,
  enginesExample,
  enginesTable,
  engineVariables,
  type EngineVariable,
} from './engine-variables.js';
