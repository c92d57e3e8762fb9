import { Module } from '@nestjs/common';
import { AssetDelivery } from './delivery/asset-delivery.js';
import { AssetsController } from './delivery/assets.controller.js';
import { Thumbnails } from './delivery/thumbnails.js';
import { InputMedia } from './fetching/input-media.js';
import { OutsideNetwork } from './fetching/outside-network.js';
import { SafeFetcher } from './fetching/safe-fetcher.js';

/**
 * Files: outputs are stored and delivered by signed links, inputs are acquired, and everything outside is fetched
 * through one fetcher. It knows no prediction, no account and no database: `uploads/`,
 * a module of its own, alone does. It relies on the ports `AssetStorage` and
 * `SignedLinks`, which the application binds, so that the storage can be replaced.
 */
@Module({
  controllers: [AssetsController],
  providers: [AssetDelivery, InputMedia, OutsideNetwork, SafeFetcher, Thumbnails],
  exports: [InputMedia, SafeFetcher],
})
export class AssetsModule {}
