export { Catalogue } from './catalogue.js';
export {
  type CatalogueModel,
  MODALITIES,
  type Modality,
  OPERATIONS,
  type Operation,
  pollIntervalMs,
} from './catalogue-model.js';
export { CatalogueModule } from './catalogue.module.js';
export { type Plan, readCatalogue } from './catalogue-files.js';
