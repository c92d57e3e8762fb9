import { Controller, Get, Param, Query } from '@nestjs/common';
import { AppError } from '../errors/index.js';
import { ApiErrors, ApiOkResponse, ApiOperation, ApiTags, PublicRoute } from '../http/index.js';
import { Catalogue } from './catalogue.js';
import { ModelBody, ModelsBody, ModelsQuery, showModel } from './models.dto.js';

@ApiTags('Models')
@Controller('api/models')
@PublicRoute()
export class ModelsController {
  constructor(private readonly catalogue: Catalogue) {}

  @Get()
  @ApiOperation({
    operationId: 'listModels',
    summary: 'The models on offer, with their input schemas and prices',
  })
  @ApiOkResponse({ type: ModelsBody })
  @ApiErrors(400)
  list(@Query() query: ModelsQuery): ModelsBody {
    return { success: true, items: this.catalogue.list(query).map(showModel) };
  }

  @Get(':modelKey')
  @ApiOperation({ operationId: 'getModel', summary: 'One model' })
  @ApiOkResponse({ type: ModelBody })
  @ApiErrors(404)
  read(@Param('modelKey') modelKey: string): ModelBody {
    const model = this.catalogue.find(modelKey);
    if (!model) throw new AppError('model_not_found', { status: 404 });
    return { success: true, ...showModel(model) };
  }
}
