// A whole extension in one file: sends webhooks to a server of yours when a prediction ends, loaded with
// PLUGINS=examples/signed-webhooks/signed-webhooks.mjs WEBHOOK_URL=https://… WEBHOOK_SECRET=…
// Signed as https://www.standardwebhooks.com describes. A receiver compares `webhook-id`: it may get an event twice.
import { createHmac } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { EventListener } from 'offprint';

const TIMEOUT_MS = 10_000;
/** About half an hour: 1 s, 2 s, 4 s … 60 s apart. Afterwards the event is dropped, or it would hold back all later ones. */
const MAX_ATTEMPTS = 40;

class SignedWebhooks extends EventListener {
  name = 'signed-webhooks';
  kinds = ['prediction.completed', 'prediction.failed', 'prediction.cancelled'];
  // The position moves after each request, so that a failure repeats only its own event.
  batchSize = 1;
  logger = new Logger('webhooks');

  constructor() {
    super();
    const { WEBHOOK_URL, WEBHOOK_SECRET } = process.env;
    if (!WEBHOOK_URL || !WEBHOOK_SECRET)
      throw new Error('signed-webhooks needs WEBHOOK_URL and WEBHOOK_SECRET');
    this.url = WEBHOOK_URL;
    this.secret = WEBHOOK_SECRET;
  }

  async handle({ events: [event], attempt, signal }) {
    try {
      await this.send(event, signal);
    } catch (error) {
      // What is thrown is retried: the service waits longer each time, and continues here after a restart.
      if (attempt < MAX_ATTEMPTS) throw error;
      this.logger.error(`${event.id} was dropped after ${attempt} attempts: ${error.message}`);
    }
  }

  async send(event, signal) {
    const { id, kind, at, ...rest } = event;
    const body = JSON.stringify({ type: kind, timestamp: at, data: rest });
    const seconds = String(Math.floor(Date.now() / 1000));
    const response = await fetch(this.url, {
      method: 'POST',
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': seconds,
        'webhook-signature': `v1,${this.sign(`${id}.${seconds}.${body}`)}`,
      },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the receiver responded with ${response.status}`);
  }

  sign(text) {
    return createHmac('sha256', this.secret).update(text).digest('base64');
  }
}

export default { name: 'signed-webhooks', listeners: [SignedWebhooks] };
