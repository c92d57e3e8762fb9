import { Module } from '@nestjs/common';
import { AssetDelivery } from './delivery/asset-delivery.js';
import { AssetsController } from './delivery/assets.controller.js';
import { OutputFiles } from './delivery/output-files.js';
import { Thumbnails } from './delivery/thumbnails.js';
import { InputMedia } from './fetching/input-media.js';
import { OutsideNetwork, OutsideSender } from './media/media.js';
import { SafeFetcher } from './media/safe-fetcher.js';

/**
 * Stores outputs, delivers them by signed links, acquires inputs, and fetches external URLs (`@offprint/media`). Depends on no prediction,
 * account or database; only `uploads/`, a separate module, does. The application binds `AssetStorage` and `SignedLinks`, so that the
 * storage can be replaced.
 */
@Module({
  controllers: [AssetsController],
  providers: [
    AssetDelivery,
    InputMedia,
    OutputFiles,
    OutsideNetwork,
    {
      provide: OutsideSender,
      inject: [OutsideNetwork],
      useFactory: (network: OutsideNetwork) => new OutsideSender(network),
    },
    SafeFetcher,
    Thumbnails,
  ],
  exports: [InputMedia, OutputFiles, OutsideSender, SafeFetcher],
})
export class AssetsModule {}
