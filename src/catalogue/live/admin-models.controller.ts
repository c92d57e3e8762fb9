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
  AdminCatalogueModelBody,
  AdminCatalogueModelsBody,
  CatalogueVersionPageBody,
  RestoreVersionDto,
  UpdateModelDto,
} from './catalogue-admin.dto.js';
import { CatalogueChanges } from './catalogue-changes.js';
import { CatalogueEntries } from './catalogue-entries.js';
import { CatalogueVersionsReader } from './catalogue-versions.reader.js';

const Key = () => ApiParam({ name: 'modelKey', example: 'embedded-image' });
const subjectOf = (key: string) => ({ kind: 'model', key }) as const;

@ApiTags('Admin')
@Controller('api/admin/catalogue/models')
@OperatorRoute('catalogue:write')
export class AdminModelsController {
  constructor(
    private readonly entries: CatalogueEntries,
    private readonly changes: CatalogueChanges,
    private readonly versions: CatalogueVersionsReader,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listCatalogueModels',
    summary: 'The models of the catalogue, with their prices, switched off or not',
    description:
      'Without engine settings: these are in the files alone. `differences` lists what was changed live and is not so in the files.',
  })
  @ApiOkResponse({ type: AdminCatalogueModelsBody })
  @ApiErrors(401, 403)
  list(): AdminCatalogueModelsBody {
    return { success: true, items: this.entries.list('model') };
  }

  @Patch(':modelKey')
  @Key()
  @ApiOperation({
    operationId: 'updateCatalogueModel',
    summary: 'Change a model without a restart',
    description:
      'Only the given fields change, at once on this process and within a second on all others. A price that changes can still be charged by its `priceVersion` for a minute. Predictions that were accepted stay as they are.',
  })
  @ApiOkResponse({ type: AdminCatalogueModelBody })
  @ApiErrors(400, 401, 403, 404, 413, 415)
  async update(
    @Param('modelKey') key: string,
    @Body() { reason, ...fields }: UpdateModelDto,
    @CallerAudit() by: AuditSource,
  ): Promise<AdminCatalogueModelBody> {
    await this.changes.change(subjectOf(key), { ...fields }, reason, by);
    return { success: true, ...this.entries.show(subjectOf(key)) };
  }

  @Get(':modelKey/versions')
  @Key()
  @ApiOperation({
    operationId: 'listCatalogueModelVersions',
    summary: 'What a model was before, newest first',
    description: 'With who changed it and why. Version 1 is what the files say.',
  })
  @ApiOkResponse({ type: CatalogueVersionPageBody })
  @ApiErrors(400, 401, 403, 404)
  async listVersions(
    @Param('modelKey') key: string,
    @Query() query: PageQuery,
  ): Promise<CatalogueVersionPageBody> {
    return this.versions.list(subjectOf(key), query);
  }

  @Post(':modelKey/restore')
  @HttpCode(200)
  @Key()
  @ApiOperation({
    operationId: 'restoreCatalogueModel',
    summary: 'Make a model what it was in an earlier version',
    description: 'That is a new version. Version 1 makes it what the files say.',
  })
  @ApiOkResponse({ type: AdminCatalogueModelBody })
  @ApiErrors(400, 401, 403, 404, 413, 415)
  async restore(
    @Param('modelKey') key: string,
    @Body() { version, reason }: RestoreVersionDto,
    @CallerAudit() by: AuditSource,
  ): Promise<AdminCatalogueModelBody> {
    await this.changes.restore(subjectOf(key), version, reason, by);
    return { success: true, ...this.entries.show(subjectOf(key)) };
  }
}
