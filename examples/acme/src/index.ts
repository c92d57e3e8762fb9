/** Acme as one extension: for `createApp` in main.ts, and for `PLUGINS` as a file or a package. */
import type { Plugin } from 'offprint';
import { AcmeEngine } from './engine/acme.engine.js';
import { AcmePriceRule } from './prices/acme.price-rule.js';
import { EncryptedAssetStorage } from './storage/encrypted.asset-storage.js';
import { CreateVouchers1770000000000 } from './vouchers/create-vouchers.migration.js';
import { VouchersModule } from './vouchers/vouchers.module.js';
import { CreateWebhooks1770100000000 } from './webhooks/create-webhooks.migration.js';
import { SignedWebhooks } from './webhooks/signed-webhooks.listener.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

export default {
  name: 'acme',
  providers: [AcmeEngine],
  replace: { PriceRule: AcmePriceRule, AssetStorage: EncryptedAssetStorage },
  plugins: [VouchersModule, WebhooksModule],
  listeners: [SignedWebhooks],
  schemas: [{ name: 'acme', migrations: [CreateVouchers1770000000000, CreateWebhooks1770100000000] }],
} satisfies Plugin;
