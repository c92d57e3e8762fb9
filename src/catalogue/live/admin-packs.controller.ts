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
  AdminCataloguePackBody,
  AdminCataloguePacksBody,
  CatalogueVersionPageBody,
  RestoreVersionDto,
  UpdatePackDto,
} from './catalogue-admin.dto.js';
import { CatalogueChanges } from './catalogue-changes.js';
import { CatalogueEntries } from './catalogue-entries.js';
import { CatalogueVersionsReader } from './catalogue-versions.reader.js';

const Key = () => ApiParam({ name: 'id', example: 'small' });
const subjectOf = (key: string) => ({ kind: 'pack', key }) as const;

@ApiTags('Admin')
@Controller('api/admin/catalogue/packs')
@OperatorRoute('catalogue:write')
export class AdminPacksController {
  constructor(
    private readonly entries: CatalogueEntries,
    private readonly changes: CatalogueChanges,
    private readonly versions: CatalogueVersionsReader,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listCataloguePacks',
    summary: 'The packs of the catalogue, for sale or not',
    description: '`differences` lists what was changed live and is not so in the file.',
  })
  @ApiOkResponse({ type: AdminCataloguePacksBody })
  @ApiErrors(401, 403)
  list(): AdminCataloguePacksBody {
    return { success: true, items: this.entries.list('pack') };
  }

  @Patch(':id')
  @Key()
  @ApiOperation({
    operationId: 'updateCataloguePack',
    summary: 'Change a pack without a restart',
    description:
      'Only the given fields change, within a second on all processes. Orders that were made keep their price.',
  })
  @ApiOkResponse({ type: AdminCataloguePackBody })
  @ApiErrors(400, 401, 403, 404, 413, 415)
  async update(
    @Param('id') key: string,
    @Body() { reason, ...fields }: UpdatePackDto,
    @CallerAudit() by: AuditSource,
  ): Promise<AdminCataloguePackBody> {
    await this.changes.change(subjectOf(key), { ...fields }, reason, by);
    return { success: true, ...this.entries.show(subjectOf(key)) };
  }

  @Get(':id/versions')
  @Key()
  @ApiOperation({
    operationId: 'listCataloguePackVersions',
    summary: 'What a pack was before, newest first',
    description: 'With who changed it and why. Version 1 is what the files say.',
  })
  @ApiOkResponse({ type: CatalogueVersionPageBody })
  @ApiErrors(400, 401, 403, 404)
  async listVersions(@Param('id') key: string, @Query() query: PageQuery): Promise<CatalogueVersionPageBody> {
    return this.versions.list(subjectOf(key), query);
  }

  @Post(':id/restore')
  @HttpCode(200)
  @Key()
  @ApiOperation({
    operationId: 'restoreCataloguePack',
    summary: 'Make a pack what it was in an earlier version',
    description: 'That is a new version. Version 1 makes it what the files say.',
  })
  @ApiOkResponse({ type: AdminCataloguePackBody })
  @ApiErrors(400, 401, 403, 404, 413, 415)
  async restore(
    @Param('id') key: string,
    @Body() { version, reason }: RestoreVersionDto,
    @CallerAudit() by: AuditSource,
  ): Promise<AdminCataloguePackBody> {
    await this.changes.restore(subjectOf(key), version, reason, by);
    return { success: true, ...this.entries.show(subjectOf(key)) };
  }
}
