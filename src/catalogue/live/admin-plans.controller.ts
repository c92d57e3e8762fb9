import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { type AuditSource, CallerAudit } from '../../audit/index.js';
import {
  ApiErrors,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
  OperatorRoute,
  PageQuery,
} from '../../http/index.js';
import {
  AdminCataloguePlanBody,
  AdminCataloguePlansBody,
  CatalogueVersionPageBody,
  RestoreVersionDto,
  UpdatePlanDto,
} from './catalogue-admin.dto.js';
import { CatalogueChanges } from './catalogue-changes.js';
import { CatalogueEntries } from './catalogue-entries.js';
import { CatalogueVersionsReader } from './catalogue-versions.reader.js';

const Key = () => ApiParam({ name: 'key', example: 'pro' });
const subjectOf = (key: string) => ({ kind: 'plan', key }) as const;

@ApiTags('Admin')
@Controller('api/admin/catalogue/plans')
@OperatorRoute('catalogue:write')
export class AdminPlansController {
  constructor(
    private readonly entries: CatalogueEntries,
    private readonly changes: CatalogueChanges,
    private readonly versions: CatalogueVersionsReader,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listCataloguePlans',
    summary: 'The plans of the catalogue, switched off or not',
    description: '`differences` lists what was changed live and is not so in the file.',
  })
  @ApiOkResponse({ type: AdminCataloguePlansBody })
  @ApiErrors(401, 403)
  list(): AdminCataloguePlansBody {
    return { success: true, items: this.entries.list('plan') };
  }

  @Patch(':key')
  @Key()
  @ApiOperation({
    operationId: 'updateCataloguePlan',
    summary: 'Change a plan without a restart',
    description: 'Only the given fields change, within a second on all processes. `null` removes a limit.',
  })
  @ApiOkResponse({ type: AdminCataloguePlanBody })
  @ApiErrors(400, 401, 403, 404, 413, 415)
  async update(
    @Param('key') key: string,
    @Body() { reason, ...fields }: UpdatePlanDto,
    @CallerAudit() by: AuditSource,
  ): Promise<AdminCataloguePlanBody> {
    await this.changes.change(subjectOf(key), { ...fields }, reason, by);
    return { success: true, ...this.entries.show(subjectOf(key)) };
  }

  @Get(':key/versions')
  @Key()
  @ApiOperation({
    operationId: 'listCataloguePlanVersions',
    summary: 'What a plan was before, newest first',
    description: 'With who changed it and why. Version 1 is what the files say.',
  })
  @ApiOkResponse({ type: CatalogueVersionPageBody })
  @ApiErrors(400, 401, 403, 404)
  async listVersions(
    @Param('key') key: string,
    @Query() query: PageQuery,
  ): Promise<CatalogueVersionPageBody> {
    return this.versions.list(subjectOf(key), query);
  }

  @Post(':key/restore')
  @HttpCode(200)
  @Key()
  @ApiOperation({
    operationId: 'restoreCataloguePlan',
    summary: 'Make a plan what it was in an earlier version',
    description: 'That is a new version. Version 1 makes it what the files say.',
  })
  @ApiOkResponse({ type: AdminCataloguePlanBody })
  @ApiErrors(400, 401, 403, 404, 413, 415)
  async restore(
    @Param('key') key: string,
    @Body() { version, reason }: RestoreVersionDto,
    @CallerAudit() by: AuditSource,
  ): Promise<AdminCataloguePlanBody> {
    await this.changes.restore(subjectOf(key), version, reason, by);
    return { success: true, ...this.entries.show(subjectOf(key)) };
  }
}
