import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config, Database, OutsideSender, validationFailed } from 'offprint';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';

@Injectable()
export class WebhookEndpointsService {
  /** Receivers in Acme's own network; all others must be public. */
  readonly trustedHosts: readonly string[];

  constructor(
    private readonly database: Database,
    private readonly outside: OutsideSender,
    config: Config,
  ) {
    this.trustedHosts = config.variable('ACME_WEBHOOK_HOSTS')?.split(',') ?? [];
  }

  /** Sets the endpoint of an account, with a new secret. */
  async set(accountId: string, url: string): Promise<WebhookEndpoint> {
    await this.outside.check(url, this.trustedHosts).catch((error: Error) => {
      throw validationFailed([{ field: 'url', message: error.message }]);
    });
    const secret = `whsec_${randomBytes(24).toString('base64')}`;
    const endpoint = { accountId, url, secret };
    await this.database.manager.upsert(WebhookEndpoint, endpoint, ['accountId']);
    return endpoint;
  }

  /** Removes the endpoint of an account, and what was not delivered to it. */
  async remove(accountId: string): Promise<void> {
    await this.database.manager.delete(WebhookEndpoint, { accountId });
  }
}
