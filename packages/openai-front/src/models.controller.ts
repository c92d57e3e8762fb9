import { Controller, Get, Param } from '@nestjs/common';
import { ApiKeyRoute } from 'offprint';
import { ReadingErrors } from './described.js';
import { FrontModels, unknownModelError } from './front-models.js';
import { READING_SCOPES } from './scopes.js';

interface ModelObject {
  id: string;
  object: 'model';
  created: number;
  owned_by: string;
}

/** `/v1/models`: the names that the other routes accept. */
@Controller('v1/models')
export class ModelsController {
  constructor(private readonly models: FrontModels) {}

  @Get()
  @ApiKeyRoute(READING_SCOPES)
  @ReadingErrors()
  list(): { object: 'list'; data: ModelObject[] } {
    return { object: 'list', data: this.models.list().map(show) };
  }

  @Get(':name')
  @ApiKeyRoute(READING_SCOPES)
  @ReadingErrors()
  read(@Param('name') name: string): ModelObject {
    if (!this.models.list().includes(name)) throw unknownModelError(name);
    return show(name);
  }
}

/** A catalogue does not say when a model was made: 0. */
const show = (id: string): ModelObject => ({ id, object: 'model', created: 0, owned_by: 'offprint' });
