import { Global, Module } from '@nestjs/common';
import { Config } from '../platform/config/index.js';
import { Catalogue } from './catalogue.js';
import { readCatalogue } from './catalogue-files.js';
import { ModelsController } from './models.controller.js';

/**
 * Owns the models on offer: model keys, input schemas, prices, plans. It never knows whether an engine is reachable; the provider registry
 * reports the configured providers once, at boot. `LiveCatalogueModule` lays over the files what is changed live.
 */
@Global()
@Module({
  controllers: [ModelsController],
  providers: [
    {
      provide: Catalogue,
      inject: [Config],
      useFactory: ({ catalogueDirectory, outputs }: Config) =>
        new Catalogue(readCatalogue(catalogueDirectory), outputs.retentionDays),
    },
  ],
  exports: [Catalogue],
})
export class CatalogueModule {}
