import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/index.js';
import {
  AdminModelsController,
  AdminPacksController,
  AdminPlansController,
} from './admin-entries.controller.js';
import { CatalogueChanges } from './catalogue-changes.js';
import { CatalogueEntries } from './catalogue-entries.js';
import { CatalogueExportController } from './catalogue-export.controller.js';
import { CatalogueExport } from './catalogue-export.js';
import { CatalogueVersionEntity } from './catalogue-version.entity.js';
import { CatalogueVersionsReader } from './catalogue-versions.reader.js';
import { LiveCatalogue } from './live-catalogue.js';
import { LivePrices } from './live-prices.js';

/** Owns the table `catalogue_versions`, and its routes. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([CatalogueVersionEntity]), AuditModule],
  providers: [
    CatalogueChanges,
    CatalogueEntries,
    CatalogueExport,
    CatalogueVersionsReader,
    LiveCatalogue,
    LivePrices,
  ],
  exports: [LiveCatalogue, LivePrices],
})
export class LiveCatalogueModule {
  /** @param isApi whether this process serves requests. */
  static forRoot(isApi: boolean): DynamicModule {
    return {
      module: LiveCatalogueModule,
      controllers: isApi
        ? [AdminModelsController, AdminPlansController, AdminPacksController, CatalogueExportController]
        : [],
    };
  }
}
