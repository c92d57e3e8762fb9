import { AdminCatalogueModelBody, AdminCatalogueModelsBody, UpdateModelDto } from './admin-models.dto.js';
import { AdminCataloguePackBody, AdminCataloguePacksBody, UpdatePackDto } from './admin-packs.dto.js';
import { AdminCataloguePlanBody, AdminCataloguePlansBody, UpdatePlanDto } from './admin-plans.dto.js';
import { entryController } from './entry-controller.js';

export const AdminModelsController = entryController({
  kind: 'model',
  key: { name: 'modelKey', example: 'embedded-image' },
  list: {
    summary: 'The models of the catalogue, with their prices, switched off or not',
    description:
      'Without engine settings: these are in the files alone. `differences` lists what was changed live and is not so in the files.',
    body: AdminCatalogueModelsBody,
  },
  update: {
    description:
      'Only the given fields change, at once on this process and within a second on all others. A price that changes can still be charged by its `priceVersion` for a minute. Predictions that were accepted stay as they are.',
    dto: UpdateModelDto,
    body: AdminCatalogueModelBody,
  },
});

export const AdminPlansController = entryController({
  kind: 'plan',
  key: { name: 'key', example: 'pro' },
  list: {
    summary: 'The plans of the catalogue, switched off or not',
    description: '`differences` lists what was changed live and is not so in the file.',
    body: AdminCataloguePlansBody,
  },
  update: {
    description: 'Only the given fields change, within a second on all processes. `null` removes a limit.',
    dto: UpdatePlanDto,
    body: AdminCataloguePlanBody,
  },
});

export const AdminPacksController = entryController({
  kind: 'pack',
  key: { name: 'id', example: 'small' },
  list: {
    summary: 'The packs of the catalogue, for sale or not',
    description: '`differences` lists what was changed live and is not so in the file.',
    body: AdminCataloguePacksBody,
  },
  update: {
    description:
      'Only the given fields change, within a second on all processes. Orders that were made keep their price.',
    dto: UpdatePackDto,
    body: AdminCataloguePackBody,
  },
});
