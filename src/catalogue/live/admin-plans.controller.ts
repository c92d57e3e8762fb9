import { Body, Controller, Query } from '@nestjs/common';
import { type AuditSource, CallerAudit } from '../../audit/index.js';
import { ApiTags, OperatorRoute, PageQuery } from '../../platform/http/index.js';
import { AdminCataloguePlanBody, AdminCataloguePlansBody, UpdatePlanDto } from './admin-plans.dto.js';
import { CatalogueEditor } from './catalogue-editor.js';
import { CatalogueVersionPageBody, RestoreVersionDto } from './catalogue-versions.dto.js';
import { entryRoutes } from './entry-routes.js';

const routes = entryRoutes({
  noun: 'plan',
  key: { name: 'key', example: 'pro' },
  body: AdminCataloguePlanBody,
  listBody: AdminCataloguePlansBody,
});

@ApiTags('Admin')
@Controller('api/admin/catalogue/plans')
@OperatorRoute('catalogue:write')
export class AdminPlansController {
  constructor(private readonly editor: CatalogueEditor) {}

  @routes.List({
    summary: 'The plans of the catalogue, switched off or not',
    description: '`differences` lists what was changed live and is not so in the file.',
  })
  list(): AdminCataloguePlansBody {
    return this.editor.list('plan');
  }

  @routes.Update('Only the given fields change, within a second on all processes. `null` removes a limit.')
  async update(
    @routes.Key() key: string,
    @Body() body: UpdatePlanDto,
    @CallerAudit() by: AuditSource,
  ): Promise<AdminCataloguePlanBody> {
    return this.editor.update('plan', key, body, by);
  }

  @routes.ListVersions()
  async listVersions(
    @routes.Key() key: string,
    @Query() query: PageQuery,
  ): Promise<CatalogueVersionPageBody> {
    return this.editor.listVersions('plan', key, query);
  }

  @routes.Restore()
  async restore(
    @routes.Key() key: string,
    @Body() body: RestoreVersionDto,
    @CallerAudit() by: AuditSource,
  ): Promise<AdminCataloguePlanBody> {
    return this.editor.restore('plan', key, body, by);
  }
}
