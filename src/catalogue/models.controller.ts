import { Controller, Get, Param, Query } from '@nestjs/common';
import {
  ApiErrors,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  ApiResponse,
  ApiTags,
  PublicRoute,
  SerializedJson,
} from '../platform/http/index.js';
import { Catalogue } from './catalogue.js';
import { ModelBody, ModelsBody, ModelsQuery, showModel } from './models.dto.js';

const ETag = {
  description: 'Strong: the same bytes.',
  required: true,
  schema: { type: 'string' as const },
};

@ApiTags('Models')
@Controller('api/models')
@PublicRoute()
export class ModelsController {
  /** The list of each filter, serialized once until what is offered changes. */
  private readonly lists = new Map<string, SerializedJson>();

  constructor(private readonly catalogue: Catalogue) {
    catalogue.onChange(() => this.retireLists());
  }

  @Get()
  @ApiOperation({
    operationId: 'listModels',
    summary: 'The models on offer, with their input schemas and prices',
    description: 'Needs no key. The list has an `ETag`, so a repeated request can be a 304.',
  })
  @ApiHeader({ name: 'If-None-Match', required: false })
  @ApiOkResponse({ type: ModelsBody, headers: { ETag } })
  @ApiResponse({ status: 304, description: 'The caller has the current list.', headers: { ETag } })
  @ApiErrors(400)
  list(@Query() query: ModelsQuery): SerializedJson {
    const filter = `${query.modality ?? ''} ${query.operation ?? ''}`;
    const kept =
      this.lists.get(filter) ?? new SerializedJson(this.read(query), () => this.catalogue.isCurrent);
    this.lists.set(filter, kept);
    return kept;
  }

  @Get(':modelKey')
  @ApiOperation({
    operationId: 'getModel',
    summary: 'One model',
    description: 'Needs no key. `inputSchema` describes the fields to send beside `modelKey`.',
  })
  @ApiOkResponse({ type: ModelBody })
  @ApiErrors(404)
  find(@Param('modelKey') modelKey: string): ModelBody {
    return { success: true, ...showModel(this.catalogue.get(modelKey, 404)) };
  }

  private retireLists(): void {
    for (const list of this.lists.values()) list.retire();
    this.lists.clear();
  }

  private read(query: ModelsQuery): ModelsBody {
    return { success: true, items: this.catalogue.list(query).map(showModel) };
  }
}
