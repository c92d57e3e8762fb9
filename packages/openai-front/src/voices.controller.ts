import { Controller, Get } from '@nestjs/common';
import { PublicRoute, type SerializedJson } from 'offprint';
import { NotOffered } from './described.js';
import { FrontModels } from './front-models.js';
import { OfferBodies } from './offer-bodies.js';
import { voicesOf } from './voice.js';

/** `/v1/audio/voices` and `/v1/audio/models`: what front ends offer for speech. Prices and voices on sale are public. */
@Controller('v1/audio')
export class VoicesController {
  constructor(
    private readonly models: FrontModels,
    private readonly bodies: OfferBodies,
  ) {}

  /** The voices of all models that speak, and the names that aliases give to some. */
  @Get('voices')
  @PublicRoute()
  @NotOffered()
  voices(): SerializedJson {
    return this.bodies.get('voices', () => this.readVoices());
  }

  @Get('models')
  @PublicRoute()
  @NotOffered()
  list(): SerializedJson {
    return this.bodies.get('speakers', () => ({
      models: this.models.listFor('speech').map(({ name, model }) => ({ id: name, name: model.title })),
    }));
  }

  private readVoices(): { voices: { id: string; name: string }[] } {
    const named = this.models
      .list()
      .filter(({ models }) => models.speech !== undefined)
      .flatMap(({ alias }) => Object.keys(alias.voices ?? {}).filter((name) => name !== '*'));
    const own = this.models.listFor('speech').flatMap(({ model }) => voicesOf(model));
    return { voices: [...new Set([...own, ...named])].map((id) => ({ id, name: id })) };
  }
}
