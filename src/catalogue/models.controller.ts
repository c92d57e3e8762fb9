import { Controller, Get, Param, Query } from '@nestjs/common';
import {
  ApiHeader,
  ApiOk,
  ApiOkResponse,
  ApiResponse,
  ApiTags,
  Operation,
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
  /** Each list is serialized once until what is offered changes. */
  private readonly lists = new Map<string, SerializedJson>();

  constructor(private readonly catalogue: Catalogue) {
    catalogue.onChange(() => this.retireLists());
  }

  @Get()
  @Operation(
    'The models on offer, with their input schemas and prices',
    'Needs no key. The list has an `ETag`, so a repeated request can be a 304.',
  )
  @ApiHeader({ name: 'If-None-Match', required: false })
  @ApiOkResponse({ type: ModelsBody, headers: { ETag } })
  @ApiResponse({ status: 304, description: 'The caller has the current list.', headers: { ETag } })
  listModels(@Query() query: ModelsQuery): SerializedJson {
    const filter = `${query.modality ?? ''} ${query.operation ?? ''}`;
    const kept =
      this.lists.get(filter) ?? new SerializedJson(this.read(query), () => this.catalogue.isCurrent);
    this.lists.set(filter, kept);
    return kept;
  }

  @Get(':modelKey')
  @Operation('One model', 'Needs no key. `inputSchema` describes the fields to send beside `modelKey`.')
  @ApiOk(ModelBody, 404)
  getModel(@Param('modelKey') modelKey: string): ModelBody {
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
