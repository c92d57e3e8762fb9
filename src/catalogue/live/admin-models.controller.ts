import { Body, Controller, Query } from '@nestjs/common';
import { type AuditSource, CallerAudit } from '../../audit/index.js';
import { ApiTags, OperatorRoute, PageQuery } from '../../platform/http/index.js';
import { AdminCatalogueModelBody, AdminCatalogueModelsBody, UpdateModelDto } from './admin-models.dto.js';
import { CatalogueEditor } from './catalogue-editor.js';
import { CatalogueVersionPageBody, RestoreVersionDto } from './catalogue-versions.dto.js';
import { entryRoutes } from './entry-routes.js';

const routes = entryRoutes({
  noun: 'model',
  key: { name: 'modelKey', example: 'embedded-image' },
  body: AdminCatalogueModelBody,
  listBody: AdminCatalogueModelsBody,
});

@ApiTags('Admin')
@Controller('api/admin/catalogue/models')
@OperatorRoute('catalogue:write')
export class AdminModelsController {
  constructor(private readonly editor: CatalogueEditor) {}

  @routes.List({
    summary: 'The models of the catalogue, with their prices, switched off or not',
    description:
      'Without engine settings: these are in the files alone. `differences` lists what was changed live and is not so in the files.',
  })
  list(): AdminCatalogueModelsBody {
    return this.editor.list('model');
  }

  @routes.Update(
    'Only the given fields change, at once on this process and within a second on all others. A price that changes can still be charged by its `priceVersion` for a minute. Predictions that were accepted stay as they are.',
  )
  async update(
    @routes.Key() key: string,
    @Body() body: UpdateModelDto,
    @CallerAudit() by: AuditSource,
  ): Promise<AdminCatalogueModelBody> {
    return this.editor.update('model', key, body, by);
  }

  @routes.ListVersions()
  async listVersions(
    @routes.Key() key: string,
    @Query() query: PageQuery,
  ): Promise<CatalogueVersionPageBody> {
    return this.editor.listVersions('model', key, query);
  }

  @routes.Restore()
  async restore(
    @routes.Key() key: string,
    @Body() body: RestoreVersionDto,
    @CallerAudit() by: AuditSource,
  ): Promise<AdminCatalogueModelBody> {
    return this.editor.restore('model', key, body, by);
  }
}
