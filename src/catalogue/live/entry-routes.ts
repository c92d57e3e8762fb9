/** The routes that models, plans and packs of the catalogue have alike, as decorators of the methods of their controllers. */
import { applyDecorators, Get, HttpCode, Param, Patch, Post, type Type } from '@nestjs/common';
import { ApiOk, ApiOperation, ApiParam } from '../../platform/http/index.js';
import { CatalogueVersionPageBody } from './catalogue-versions.dto.js';

/** What differs between the kinds of entries. */
interface EntryKind {
  /** As the text of a page names one: `model`. */
  noun: string;
  /** The parameter of the path that names one. */
  key: { name: string; example: string };
  body: Type;
  listBody: Type;
}

/** Returns the decorators of a kind: `List`, `Update`, `ListVersions` and `Restore` for methods, `Key` for their parameter. */
export function entryRoutes({ noun, key, body, listBody }: EntryKind) {
  const kind = `${noun[0]!.toUpperCase()}${noun.slice(1)}`;
  const path = `:${key.name}`;
  return {
    Key: (): ParameterDecorator => Param(key.name),
    List: (about: { summary: string; description: string }): MethodDecorator =>
      applyDecorators(
        Get(),
        ApiOperation({ operationId: `listCatalogue${kind}s`, ...about }),
        ApiOk(listBody),
      ),
    Update: (description: string): MethodDecorator =>
      applyDecorators(
        Patch(path),
        ApiParam(key),
        ApiOperation({
          operationId: `updateCatalogue${kind}`,
          summary: `Change a ${noun} without a restart`,
          description,
        }),
        ApiOk(body, 404),
      ),
    ListVersions: (): MethodDecorator =>
      applyDecorators(
        Get(`${path}/versions`),
        ApiParam(key),
        ApiOperation({
          operationId: `listCatalogue${kind}Versions`,
          summary: `What a ${noun} was before, newest first`,
          description: 'With who changed it and why. Version 1 is what the files say.',
        }),
        ApiOk(CatalogueVersionPageBody, 404),
      ),
    Restore: (): MethodDecorator =>
      applyDecorators(
        Post(`${path}/restore`),
        HttpCode(200),
        ApiParam(key),
        ApiOperation({
          operationId: `restoreCatalogue${kind}`,
          summary: `Make a ${noun} what it was in an earlier version`,
          description: 'That is a new version. Version 1 makes it what the files say.',
        }),
        ApiOk(body, 404),
      ),
  };
}
