import { Body, Controller, Query } from '@nestjs/common';
import { type AuditSource, CallerAudit } from '../../audit/index.js';
import { ApiTags, OperatorRoute, PageQuery } from '../../platform/http/index.js';
import { AdminCataloguePackBody, AdminCataloguePacksBody, UpdatePackDto } from './admin-packs.dto.js';
import { CatalogueEditor } from './catalogue-editor.js';
import { CatalogueVersionPageBody, RestoreVersionDto } from './catalogue-versions.dto.js';
import { entryRoutes } from './entry-routes.js';

const routes = entryRoutes({
  noun: 'pack',
  key: { name: 'id', example: 'small' },
  body: AdminCataloguePackBody,
  listBody: AdminCataloguePacksBody,
});

@ApiTags('Admin')
@Controller('api/admin/catalogue/packs')
@OperatorRoute('catalogue:write')
export class AdminPacksController {
  constructor(private readonly editor: CatalogueEditor) {}

  @routes.List({
    summary: 'The packs of the catalogue, for sale or not',
    description: '`differences` lists what was changed live and is not so in the file.',
  })
  list(): AdminCataloguePacksBody {
    return this.editor.list('pack');
  }

  @routes.Update(
    'Only the given fields change, within a second on all processes. Orders that were made keep their price.',
  )
  async update(
    @routes.Key() key: string,
    @Body() body: UpdatePackDto,
    @CallerAudit() by: AuditSource,
  ): Promise<AdminCataloguePackBody> {
    return this.editor.update('pack', key, body, by);
  }

  @routes.ListVersions()
  async listVersions(
    @routes.Key() key: string,
    @Query() query: PageQuery,
  ): Promise<CatalogueVersionPageBody> {
    return this.editor.listVersions('pack', key, query);
  }

  @routes.Restore()
  async restore(
    @routes.Key() key: string,
    @Body() body: RestoreVersionDto,
    @CallerAudit() by: AuditSource,
  ): Promise<AdminCataloguePackBody> {
    return this.editor.restore('pack', key, body, by);
  }
}
