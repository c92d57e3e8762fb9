import { Controller, Get } from '@nestjs/common';
import { PublicRoute } from 'offprint';
import { NotOffered } from './described.js';
import { FrontModels } from './front-models.js';
import { voicesOf } from './voice.js';

/** `/v1/audio/voices` and `/v1/audio/models`: what front ends offer for speech. Prices and voices on sale are public. */
@Controller('v1/audio')
export class VoicesController {
  constructor(private readonly models: FrontModels) {}

  /** The voices of all models that speak, and the names that aliases give to some. */
  @Get('voices')
  @PublicRoute()
  @NotOffered()
  voices(): { voices: { id: string; name: string }[] } {
    const named = this.models
      .list()
      .filter(({ models }) => models.speech !== undefined)
      .flatMap(({ alias }) => Object.keys(alias.voices ?? {}).filter((name) => name !== '*'));
    const own = this.models.listFor('speech').flatMap(({ model }) => voicesOf(model));
    return { voices: [...new Set([...own, ...named])].map((id) => ({ id, name: id })) };
  }

  @Get('models')
  @PublicRoute()
  @NotOffered()
  list(): { models: { id: string; name: string }[] } {
    return {
      models: this.models.listFor('speech').map(({ name, model }) => ({ id: name, name: model.title })),
    };
  }
}
