import { type DynamicModule, Inject, type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import {
  AppError,
  AssetsModule,
  Config,
  GenerationApiModule,
  HistoryModule,
  presentErrors,
  UploadsModule,
} from 'offprint';
import { allowOrigins } from './cross-origin.js';
import { FrontModels } from './front-models.js';
import { FRONT_SETTINGS, readSettings, type ResolvedSettings } from './front-settings.js';
import { Generations } from './generations.js';
import { ImagesController } from './images.controller.js';
import { ModelsController } from './models.controller.js';
import { OfferBodies } from './offer-bodies.js';
import { presentOpenAiError } from './openai-error.js';
import { Refusals } from './refusals.js';
import { RequestInputs } from './request-input.js';
import { Retries } from './retries.js';
import { SpeechController } from './speech.controller.js';
import { VideoList } from './video-list.js';
import { VideosController } from './videos.controller.js';
import { VoicesController } from './voices.controller.js';

/** Everything below `/v1`: the routes, and OpenAI's shape for every error there, also of an address without a route. */
@Module({
  imports: [AssetsModule, GenerationApiModule, HistoryModule, UploadsModule],
  controllers: [ModelsController, ImagesController, SpeechController, VoicesController, VideosController],
  exports: [FrontModels],
  providers: [FrontModels, Generations, OfferBodies, Refusals, RequestInputs, Retries, VideoList],
})
export class FrontModule implements NestModule {
  /** @param settings valid ones; by default those of the `OPENAI_FRONT_…` variables. */
  static forRoot(settings?: ResolvedSettings): DynamicModule {
    const useFactory = (config: Config) => settings ?? readSettings((name) => config.variable(name));
    return {
      module: FrontModule,
      providers: [{ provide: FRONT_SETTINGS, inject: [Config], useFactory }],
    };
  }

  constructor(
    private readonly config: Config,
    private readonly refusals: Refusals,
    @Inject(FRONT_SETTINGS) private readonly settings: ResolvedSettings,
  ) {}

  configure(consumer: MiddlewareConsumer): void {
    // Processes that only work serve no routes.
    const isServed = this.config.roles.has('api');
    const { corsOrigins } = this.config.http;
    const present = (request: Request, response: Response, next: NextFunction) => {
      presentErrors(request, (error, requestId) => {
        this.refusals.note(request);
        return presentOpenAiError(error, requestId);
      });
      if (this.settings.isCrossOrigin && allowOrigins(corsOrigins, request, response)) return;
      next(isServed ? undefined : new AppError('not_found'));
    };
    consumer.apply(present).forRoutes('v1', 'v1/*path');
  }
}
