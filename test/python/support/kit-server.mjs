// What a test in another language needs of `offprint/testing`, over HTTP: accounts, a fake engine that does as described, a
// network that loses exchanges, and openapi.json.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { FakeEngine, startTestService } from '../../../dist/testing/index.js';
import { root } from '../../../scripts/build-first.mjs';
import { importSource } from '../../../scripts/import-source.mjs';

const { LossyRelay } = await importSource('test/support/lossy-relay.ts');

/** Starts a service and its kit. @returns `{ url, service, close() }`; `url` is that of the kit. */
export async function startKit() {
  const service = await startTestService({ engines: [new FakeEngine()] });
  const accounts = new Map();
  const relays = new Map();
  const accountOf = (path) => accounts.get(path.split('/')[2]);
  const routes = {
    'GET /service': () => ({ url: service.url }),
    'GET /openapi': () => JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')),
    'POST /accounts': async (_path, { credits }) => {
      const account = await service.account({ credits });
      accounts.set(account.accountId, account);
      return { id: account.accountId };
    },
    'POST /accounts/:id/keys': async (path, options) => ({
      key: (await accountOf(path).key(options)).secret,
    }),
    'GET /accounts/:id/balance': async (path) => ({ balance: await accountOf(path).balance() }),
    // `file` is in Base64.
    'POST /engine/next': (_path, { file, ...behaviour }) => {
      service.engine.next({ ...behaviour, ...(file && { files: Buffer.from(file, 'base64') }) });
      return {};
    },
    'POST /relays': async (_path, { loss }) => {
      const relay = await LossyRelay.start(service.url);
      relay.loss = loss;
      const id = String(relays.size);
      relays.set(id, relay);
      return { id, url: relay.url };
    },
    'GET /relays/:id/lost': (path) => relays.get(path.split('/')[2]).lost,
  };
  const server = createServer((request, response) => {
    answer(routes, request).then(
      (body) => response.end(JSON.stringify(body)),
      (error) => response.writeHead(500).end(JSON.stringify({ error: String(error?.stack ?? error) })),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    service,
    async close() {
      server.closeAllConnections();
      server.close();
      await Promise.all([...relays.values()].map((relay) => relay.stop()));
      await service.close();
    },
  };
}

async function answer(routes, request) {
  let text = '';
  for await (const piece of request) text += piece;
  const route = `${request.method} ${request.url.replace(/^(\/\w+)\/[^/]+\/(\w+)$/, '$1/:id/$2')}`;
  const handler = routes[route];
  if (!handler) throw new Error(`no such route: ${route}`);
  return handler(request.url, text === '' ? {} : JSON.parse(text));
}
