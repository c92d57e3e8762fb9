/** Sends customers what became of their predictions, signed as https://www.standardwebhooks.com describes. */
import { createHmac } from 'node:crypto';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database, type EventBatch, EventListener, OutsideSender, parsePublicId } from 'offprint';
import { WebhookEndpointsService } from './webhook-endpoints.service.js';

/** 2 s, 4 s, 8 s … 1 h apart: about five hours. */
const MAX_ATTEMPTS = 15;

/** An event that is heard twice is one delivery. */
const RECORD = `insert into acme.webhook_deliveries (event_id, account_id, body)
  select * from unnest($1::text[], $2::uuid[], $3::text[]) as events (event_id, account_id, body)
  where exists (select from acme.webhook_endpoints where account_id = events.account_id) on conflict do nothing`;
/** Of several processes one sends each. When it ends before it has finished, it is due again after a minute. */
const CLAIM = `update acme.webhook_deliveries set attempts = attempts + 1, due_at = now() + interval '1 minute'
  from acme.webhook_endpoints endpoints
  where endpoints.account_id = webhook_deliveries.account_id and event_id in (
    select event_id from acme.webhook_deliveries where due_at <= now() order by due_at limit 20
    for update skip locked)
  returning event_id as id, body, attempts, url, secret`;
const POSTPONE = `update acme.webhook_deliveries
  set due_at = now() + least(2 ^ attempts, 3600) * interval '1 second' where event_id = $1`;
const REMOVE = 'delete from acme.webhook_deliveries where event_id = $1';

type Delivery = Record<'id' | 'body' | 'url' | 'secret', string> & { attempts: number };

@Injectable()
export class SignedWebhooks extends EventListener implements BeforeApplicationShutdown {
  override readonly name = 'acme-webhooks';
  override readonly kinds = ['prediction.completed', 'prediction.failed', 'prediction.cancelled'] as const;
  private readonly logger = new Logger('webhooks');
  private readonly stop = new AbortController();
  private running: Promise<unknown> | null = null;

  constructor(
    private readonly database: Database,
    private readonly outside: OutsideSender,
    private readonly endpoints: WebhookEndpointsService,
  ) {
    super();
  }

  /** Records what each customer gets, and sends nothing: a receiver that is down would hold back all others. */
  override async handle({ events }: EventBatch): Promise<void> {
    const ids = events.map(({ id }) => id);
    const accounts = events.map(({ accountId }) => parsePublicId('acc', accountId));
    const bodies = events.map(({ id: _, kind, at, ...data }) =>
      JSON.stringify({ type: kind, timestamp: at, data }),
    );
    await this.database.query(RECORD, [ids, accounts, bodies]);
  }

  @Interval(500)
  async sendDue(): Promise<void> {
    if (this.running || this.stop.signal.aborted) return;
    this.running = this.database
      .query<Delivery>(CLAIM)
      .then((due) => Promise.all(due.map((delivery) => this.deliver(delivery))))
      .catch((error: unknown) => this.logger.warn(String(error)));
    await this.running.finally(() => (this.running = null));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await this.running;
  }

  private async deliver(delivery: Delivery): Promise<void> {
    const isLast = delivery.attempts >= MAX_ATTEMPTS;
    const failure = await this.send(delivery).then(() => null, String);
    if (failure && isLast) this.logger.warn(`${delivery.id} was dropped: ${failure}`);
    await this.database.query(failure && !isLast ? POSTPONE : REMOVE, [delivery.id]);
  }

  private async send({ id, body, url, secret }: Delivery): Promise<void> {
    const time = String(Math.floor(Date.now() / 1000));
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
    const signed = { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` };
    const status = await this.outside.post(url, {
      body,
      headers: { 'content-type': 'application/json', ...signed },
      timeoutSeconds: 15,
      trustedHosts: this.endpoints.trustedHosts,
      signal: this.stop.signal,
    });
    if (status < 200 || status > 299) throw new Error(`the receiver responded with ${status}`);
  }
}
