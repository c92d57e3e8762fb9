import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { StripeApi } from './stripe-api.js';
import { resolveSettings } from './stripe-settings.js';

/** Calls a server that responds in this way. @returns how the call ended. */
async function callOf(respond: (response: ServerResponse) => void, callMs: number): Promise<unknown> {
  const server = createServer((_request, response) => respond(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const keys = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' };
  const api = new StripeApi(resolveSettings({ ...keys, apiUrl: `http://127.0.0.1:${port}` }), callMs);
  const ended = await api.call((stripe) => stripe.balance.retrieve()).catch((error: unknown) => error);
  api.close();
  server.closeAllConnections();
  server.close();
  return ended;
}

const late = { name: 'StripeFailure', message: 'Stripe does not respond in time' };

it('a server that hangs, and one that never ends its response, end with the time of the call', async () => {
  expect(await callOf(() => undefined, 100)).toMatchObject(late);
  const drip = (response: ServerResponse) => {
    response.writeHead(200).write('{');
    const timer = setInterval(() => response.write(' '), 10);
    response.once('close', () => clearInterval(timer));
  };
  expect(await callOf(drip, 100)).toMatchObject(late);
});

it('a response in time is returned', async () => {
  const ended = await callOf((response) => void response.end('{"object":"balance"}'), 20_000);
  expect(ended).toMatchObject({ object: 'balance' });
});

it('an error that is not of Stripe is thrown as it is', async () => {
  const api = new StripeApi(resolveSettings({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1' }));
  const own = new Error('ours');
  await expect(api.call(() => Promise.reject(own))).rejects.toBe(own);
  api.close();
});
