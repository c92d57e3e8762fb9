/** Models, plans and packs of the catalogue have these routes alike. */
import { Body, Controller, Get, Param, Patch, Post, Query, type Type } from '@nestjs/common';
import { type AuditSource, CallerAudit } from '../../audit/index.js';
import {
  ApiOk,
  ApiOperation,
  ApiParam,
  ApiTags,
  OperatorRoute,
  PageQuery,
} from '../../platform/http/index.js';
import { CatalogueChanges } from './catalogue-changes.js';
import { CatalogueEntries, type Shown } from './catalogue-entries.js';
import { CatalogueVersionPageBody, RestoreVersionDto } from './catalogue-versions.dto.js';
import { CatalogueVersionsReader } from './catalogue-versions.reader.js';
import type { ReasonDto } from './live-entry.dto.js';
import type { SubjectKind } from './live-settings.js';

interface EntryKind<K extends SubjectKind> {
  /** Descriptions use it as the word for one, and with an s for all. */
  kind: K;
  /** The parameter of the path that names one. */
  key: { name: string; example: string };
  list: { summary: string; description: string; body: Type<{ success: true; items: Shown[K][] }> };
  update: { description: string; dto: Type<ReasonDto>; body: Type<{ success: true } & Shown[K]> };
}

/** An entry that the files do not have is a 404, a value that they could not have a 400. */
export function entryController<K extends SubjectKind>({ kind, key, list, update }: EntryKind<K>): Type {
  const name = `${kind[0]!.toUpperCase()}${kind.slice(1)}`;

  @ApiTags('Admin')
  @Controller(`api/admin/catalogue/${kind}s`)
  @OperatorRoute('catalogue:write')
  class EntryController {
    constructor(
      private readonly entries: CatalogueEntries,
      private readonly changes: CatalogueChanges,
      private readonly versions: CatalogueVersionsReader,
    ) {}

    @Get()
    @ApiOperation({
      operationId: `listCatalogue${name}s`,
      summary: list.summary,
      description: list.description,
    })
    @ApiOk(list.body)
    list() {
      return { success: true, items: this.entries.list(kind) };
    }

    @Patch(`:${key.name}`)
    @ApiParam(key)
    @ApiOperation({
      operationId: `updateCatalogue${name}`,
      summary: `Change a ${kind} without a restart`,
      description: update.description,
    })
    @ApiOk(update.body, 404)
    // Validation and openapi.json take the class of the body from here: TypeScript knows only its parent.
    @Reflect.metadata('design:paramtypes', [String, update.dto, Object])
    async update(
      @Param(key.name) id: string,
      @Body() { reason, ...fields }: ReasonDto,
      @CallerAudit() by: AuditSource,
    ) {
      await this.changes.change({ kind, key: id }, { ...fields }, reason, by);
      return { success: true, ...this.entries.show({ kind, key: id }) };
    }

    @Get(`:${key.name}/versions`)
    @ApiParam(key)
    @ApiOperation({
      operationId: `listCatalogue${name}Versions`,
      summary: `What a ${kind} was before, newest first`,
      description: 'With who changed it and why. Version 1 is what the files say.',
    })
    @ApiOk(CatalogueVersionPageBody, 404)
    async listVersions(@Param(key.name) id: string, @Query() query: PageQuery) {
      return this.versions.list({ kind, key: id }, query);
    }

    @Post(`:${key.name}/restore`)
    @ApiParam(key)
    @ApiOperation({
      operationId: `restoreCatalogue${name}`,
      summary: `Make a ${kind} what it was in an earlier version`,
      description: 'That is a new version. Version 1 makes it what the files say.',
    })
    @ApiOk(update.body, 404)
    async restore(
      @Param(key.name) id: string,
      @Body() { version, reason }: RestoreVersionDto,
      @CallerAudit() by: AuditSource,
    ) {
      await this.changes.restore({ kind, key: id }, version, reason, by);
      return { success: true, ...this.entries.show({ kind, key: id }) };
    }
  }
  return EntryController;
}
