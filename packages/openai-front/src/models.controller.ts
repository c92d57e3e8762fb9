import { Controller, Get, Param } from '@nestjs/common';
import { ApiKeyRoute, type SerializedJson } from 'offprint';
import type { Alias } from './alias.js';
import { FrontModels, type OfferedModel, unknownModelError } from './front-models.js';
import { OfferBodies } from './offer-bodies.js';
import { DescribeModel, DescribeModels, Tagged } from './operations.openapi.js';
import { READING_SCOPES } from './scopes.js';

interface ModelObject {
  id: string;
  object: 'model';
  created: number;
  owned_by: string;
  /** What the name stands for here: the model of each use, voices, and parameters that are left out. */
  offprint: { models: OfferedModel['models']; voices?: Alias['voices']; drop?: Alias['drop'] };
}

/** `/v1/models`: the names that the other routes accept. */
@Tagged()
@Controller('v1/models')
export class ModelsController {
  constructor(
    private readonly models: FrontModels,
    private readonly bodies: OfferBodies,
  ) {}

  @Get()
  @ApiKeyRoute(READING_SCOPES)
  @DescribeModels()
  list(): SerializedJson {
    return this.bodies.get('models', () => ({ object: 'list', data: this.models.list().map(show) }));
  }

  @Get(':name')
  @ApiKeyRoute(READING_SCOPES)
  @DescribeModel()
  read(@Param('name') name: string): ModelObject {
    const found = this.models.list().find((model) => model.name === name);
    if (!found) throw unknownModelError(name);
    return show(found);
  }
}

/** A catalogue does not say when a model was made: 0. */
const show = ({ name, models, alias: { voices, drop } }: OfferedModel): ModelObject => ({
  ...{ id: name, object: 'model', created: 0, owned_by: 'offprint' },
  offprint: { models, ...(voices && { voices }), ...(drop && { drop }) },
});
