import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, it } from 'node:test';
import type { TestKey, TestService } from 'offprint/testing';
import { POSTER_REQUEST, startAcme } from './support/acme.js';
import { WebhookReceiver } from './support/webhook-receiver.js';

const receiver = new WebhookReceiver();
let service: TestService;
let stop: () => Promise<void>;
before(async () => {
  await receiver.start();
  ({ service, stop } = await startAcme({ ACME_WEBHOOK_HOSTS: receiver.host }));
});
after(async () => {
  await stop();
  receiver.stop();
});

const newKey = async () => (await service.account({ credits: 10 })).key();
const setEndpoint = (key: TestKey, url: string) =>
  service.request('PUT', '/api/acme/webhook', { key, body: { url } });

it('a customer gets a signed webhook when a prediction ends, again until it is accepted', async () => {
  const key = await newKey();
  const { body: endpoint } = await setEndpoint(key, `${receiver.url}/busy`);
  receiver.statuses.set('/busy', [503, 204]);
  const { id } = await service.generate(key, POSTER_REQUEST);
  const [first, second] = await receiver.received('/busy', 2);
  assert.equal(second!.headers['webhook-id'], first!.headers['webhook-id']);
  assert.equal(second!.body, first!.body);
  const { type, data } = JSON.parse(second!.body);
  assert.equal(type, 'prediction.completed');
  assert.equal(data.predictionId, id);
  const signed = `${second!.headers['webhook-id']}.${second!.headers['webhook-timestamp']}.${second!.body}`;
  const secret = Buffer.from(endpoint.secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', secret).update(signed).digest('base64');
  assert.equal(second!.headers['webhook-signature'], `v1,${signature}`);
  while ((await service.query('select from acme.webhook_deliveries')).length > 0);
});

it('a receiver that is down holds back no other customer', async () => {
  const [down, up] = await Promise.all([newKey(), newKey()]);
  await setEndpoint(down, `${receiver.url}/down`);
  await setEndpoint(up, `${receiver.url}/up`);
  receiver.statuses.set('/down', [500]);
  await service.generate(down, POSTER_REQUEST);
  await receiver.received('/down', 1);
  const { id } = await service.generate(up, POSTER_REQUEST);
  const [webhook] = await receiver.received('/up', 1);
  assert.equal(JSON.parse(webhook!.body).data.predictionId, id);
});

it('a customer who has removed the endpoint gets nothing', async () => {
  const [gone, other] = await Promise.all([newKey(), newKey()]);
  await setEndpoint(gone, `${receiver.url}/gone`);
  await setEndpoint(other, `${receiver.url}/other`);
  assert.equal((await service.request('DELETE', '/api/acme/webhook', { key: gone })).status, 204);
  const { id } = await service.generate(gone, POSTER_REQUEST);
  await service.settled(id, gone);
  // Events come in their order: after the other's, that of the first has been handled.
  await service.generate(other, POSTER_REQUEST);
  await receiver.received('/other', 1);
  assert.deepEqual(await receiver.received('/gone', 0), []);
  const left = await service.query('select from acme.webhook_deliveries where body like $1', [`%${id}%`]);
  assert.deepEqual(left, []);
});

it('rejects an endpoint in the internal network, and a key without the scope', async () => {
  const account = await service.account();
  const inside = await setEndpoint(await account.key(), 'https://169.254.169.254/latest/meta-data');
  assert.deepEqual(inside.body.details, [
    { field: 'url', message: 'The address does not lead to the public internet.' },
  ]);
  const reader = await account.key({ scopes: ['read'] });
  assert.equal((await setEndpoint(reader, 'https://example.com/')).status, 403);
});
