export { Catalogue, type CatalogueFilter, type CheckedInput, type LiveVersion } from './catalogue.js';
export { CatalogueModule } from './catalogue.module.js';
export { type CatalogueContents, findCatalogueProblems, readCatalogue } from './catalogue-files.js';
export {
  type CatalogueModel,
  type DigitalSourceType,
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
export * from './engine-variables.js';
export { withInterfaceFields, withSeed } from './input-fields.js';
export { CatalogueChanges } from './live/catalogue-changes.js';
export { CatalogueEntries } from './live/catalogue-entries.js';
export { CatalogueExport } from './live/catalogue-export.js';
export { CatalogueVersionsReader } from './live/catalogue-versions.reader.js';
export { LiveCatalogue } from './live/live-catalogue.js';
export { LiveCatalogueModule } from './live/live-catalogue.module.js';
export { LivePrices, type ValidPrice } from './live/live-prices.js';
export {
  EDITABLE,
  type Settings,
  type Subject,
  SUBJECT_KINDS,
  type SubjectKind,
} from './live/live-settings.js';
export { waitForOffer } from './live/wait-for-offer.js';
export { PackItem, toPackItem } from './packs.dto.js';
export { type Pack, type Price } from './packs.js';
export { CATALOGUE_DATA } from './personal-data.js';
export { type Plan, PLAN_FIELDS } from './plan-fields.js';
export { PlanDetails, PlanPrice, toPlanDetails } from './plans.dto.js';
export { type AskedRateLimit, Plans } from './plans.js';
export { canonical, type ModelPrice } from './price-version.js';
