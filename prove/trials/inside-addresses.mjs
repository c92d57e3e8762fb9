// S1: private addresses in every spelling, in redirects and in mixed results of a resolver. The trial calls the fetcher of the build
// directly on a simulated network, which records every connection, then on the real network with canaries on loopback, and then
// through the API. Public addresses must still be fetched.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttp } from 'node:http';
import { createServer as createTcp } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { OutsideNetwork, SafeFetcher } from '@offprint/media';
import { buildConnector } from 'undici';
import { SMALL_PNG } from '../../packages/media/test/support/hostile-files.mjs';
import { writeAccounts, writeKeys } from '../harness/callers/accounts.mjs';
import { inParallel } from '../harness/callers/http-caller.mjs';
import { Target } from '../harness/callers/target.mjs';
import {
  insideHosts,
  insideUrls,
  mixedAnswers,
  PUBLIC_V4,
  publicUrls,
} from '../harness/requests/address-forms.mjs';

const CODES = [301, 302, 303, 307, 308];
const WIDTH = 8;
/** The ports that the fetcher may connect to. */
const CANARY_PORTS = [80, 443, 8080, 8443];

export default {
  name: 'S1',
  title: 'private addresses are never reached, public ones are',
  async run(context) {
    const directory = await mkdtemp(join(tmpdir(), 'offprint-addresses-'));
    const web = await serveWeb();
    const canaries = await plantCanaries();
    try {
      const target = await Target.open(context, { processes: { 'api,worker': 1 } });
      const bench = { target, directory, web, canaries, progress: context.progress };
      const n = {
        'spellings rejected': await refuseForms(bench),
        'redirects rejected': await refuseRedirects(bench),
        'mixed resolver results rejected': await refuseMixedAnswers(bench),
        'DNS rebindings rejected': await refuseFlips(
          bench,
          context.count({ gate: 100, short: 100, long: 1_000 }),
        ),
        'literal spellings on the real network': await refuseForReal(bench),
        'through the API': await refuseThroughApi(bench),
        'public ones fetched': await fetchPublic(bench),
        canaries: canaries.length,
        hits: canaries.reduce((sum, { hits }) => sum + hits, 0),
      };
      if (n.hits > 0)
        target.found(
          `${n.hits} connections reached a canary: ${canaries.filter(({ hits }) => hits).map(({ place }) => place)}`,
        );
      await target.close();
      return { n };
    } finally {
      web.close();
      canaries.forEach((canary) => canary.close());
      await rm(directory, { recursive: true, force: true });
    }
  },
};

/** A simulated network: `answers` resolves names, every connection is recorded and ends at the trial's web server. */
class TrialNetwork extends OutsideNetwork {
  dialled = [];

  constructor(port, answers) {
    super();
    Object.assign(this, { port, answers });
  }

  async resolve(name) {
    const found = this.answers(name.toLowerCase());
    if (!found) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
    return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  }

  connector({ address }) {
    this.dialled.push(address);
    const connect = buildConnector({});
    return (options, callback) =>
      connect({ ...options, protocol: 'http:', hostname: '127.0.0.1', port: String(this.port) }, callback);
  }
}

/** Serves a picture, and for `/to/<code>/<address>` a redirect to the address. */
async function serveWeb() {
  const server = createHttp((request, response) => {
    const [, code, location] = /^\/to\/(\d+)\/(.*)$/.exec(request.url) ?? [];
    response.setHeader('connection', 'close');
    if (!code) return response.setHeader('content-type', 'image/png').end(SMALL_PNG);
    // Header values are bytes: other characters than ASCII are sent as UTF-8.
    const bytes = Buffer.from(decodeURIComponent(location), 'utf8').toString('latin1');
    return response.writeHead(Number(code), { location: bytes }).end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: server.address().port, close: () => server.close() };
}

/** Listens on local addresses and counts connections. Ports that cannot be opened (no root, in use) are omitted. */
async function plantCanaries() {
  const local = Object.values(networkInterfaces())
    .flat()
    .filter(({ address }) => /^(fe80:|169\.254\.)/.test(address));
  const addresses = [
    '127.0.0.1',
    '::1',
    ...local.map(({ address, scopeid }) => (scopeid ? `${address}%${scopeid}` : address)),
  ];
  const planted = await Promise.all(
    addresses.flatMap((address) => CANARY_PORTS.map((port) => plantCanary(address, port))),
  );
  return planted.filter(Boolean);
}

function plantCanary(host, port) {
  const canary = { place: `${host} ${port}`, hits: 0 };
  const server = createTcp((socket) => {
    canary.hits += 1;
    socket.destroy();
  });
  canary.close = () => server.close();
  return new Promise((resolve) => {
    server.once('error', () => resolve(null));
    server.listen({ host, port }, () => resolve(canary));
  });
}

const optionsOf = ({ directory }, schemes = ['https', 'http']) => ({
  directory,
  maxBytes: 1e6,
  timeoutSeconds: 10,
  allow: 'public',
  accept: ['image'],
  schemes,
});

/** Requires a rejection without a connection to any address but `mayDial`. */
async function expectRefused(bench, network, url, mayDial, schemes) {
  const fetched = await new SafeFetcher(network)
    .fetchToFile(url, optionsOf(bench, schemes))
    .catch((error) => error);
  const { found } = bench.target;
  if (!(fetched instanceof Error)) found(`${JSON.stringify(url)} was fetched`);
  else if (fetched.name !== 'FetchRefused')
    found(`${JSON.stringify(url)} was not rejected but failed: ${fetched.stack}`);
  else if (/\d+\.\d+\.\d+\.\d+|::/.test(fetched.publicMessage))
    found(`the error for ${url} contains an address: ${fetched.publicMessage}`);
  const dialled = network.dialled?.filter((address) => !mayDial.includes(address)) ?? [];
  if (dialled.length > 0) found(`${JSON.stringify(url)} caused a connection to ${dialled}`);
}

const everywherePublic = () => [PUBLIC_V4[2]];

async function refuseForms(bench) {
  const urls = insideUrls();
  await inParallel(urls.length, WIDTH, (at) =>
    expectRefused(bench, new TrialNetwork(bench.web.port, everywherePublic), urls[at], [], ['https']),
  );
  return urls.length;
}

async function refuseRedirects(bench) {
  const hosts = insideHosts();
  await inParallel(hosts.length, WIDTH, async (at) => {
    const place = [`http://${hosts[at]}/a.png`, `//${hosts[at]}:8080/a.png`, `http://x@${hosts[at]}/a.png`][
      at % 3
    ];
    const first = `http://cdn.example.net/to/${CODES[at % CODES.length]}/${encodeURIComponent(place)}`;
    await expectRefused(bench, new TrialNetwork(bench.web.port, everywherePublic), first, everywherePublic());
    bench.progress(at + 1, hosts.length);
  });
  return hosts.length;
}

async function refuseMixedAnswers(bench) {
  const answers = mixedAnswers();
  await inParallel(answers.length, WIDTH, (at) =>
    expectRefused(
      bench,
      new TrialNetwork(bench.web.port, () => answers[at]),
      'http://pictures.example.net/a.png',
      [],
    ),
  );
  return answers.length;
}

/** A name that alternates between a public and a private address: only the checked address may be connected to. */
async function refuseFlips(bench, count) {
  await inParallel(count, WIDTH, async (at) => {
    let asked = 0;
    const network = new TrialNetwork(bench.web.port, () => [
      asked++ % 2 === at % 2 ? PUBLIC_V4[0] : '127.0.0.1',
    ]);
    const first = `http://flip.example.net/to/${CODES[at % CODES.length]}/${encodeURIComponent('http://flip.example.net/a.png')}`;
    await expectRefused(bench, network, first, [PUBLIC_V4[0]]);
  });
  return count;
}

/** Tries literal addresses on the real network; a canary counts any connection. */
async function refuseForReal(bench) {
  const urls = insideUrls().filter((url) => /^https:\/\/[\d[]/.test(url));
  const both = urls.flatMap((url) => [url, url.replace('https:', 'http:')]);
  await inParallel(both.length, WIDTH, (at) => expectRefused(bench, new OutsideNetwork(), both[at], []));
  return both.length;
}

/** Tries all URLs with quotes, which validate as creates do, and a sample with creates. */
async function refuseThroughApi({ target }) {
  const [caller] = target.callers;
  const [account] = await writeAccounts(target.query, 1, 1_000_000);
  const [key] = await writeKeys(target.query, [
    { accountId: account, scopes: ['write', 'read'], rateLimit: 6000 },
  ]);
  await target.query('alter table api_keys drop constraint api_keys_rate_limit_range');
  await target.query('update api_keys set rate_limit = 10000000');
  const urls = insideUrls().filter((url) => !/^\w+:\/\/8\.8\.8\.8/.test(url));
  const bodyOf = (url) => ({ modelKey: 'embedded-upscale', imageUrl: url });
  await inParallel(urls.length, WIDTH, async (at) => {
    const path = at % 20 === 0 ? '/api/generate' : '/api/generate/quote';
    const { status, text } = await caller.request('POST', path, {
      token: key.secret,
      body: bodyOf(urls[at]),
    });
    if (status !== 400)
      target.found(`${path} accepts ${JSON.stringify(urls[at])}: ${status} ${text.slice(0, 200)}`);
  });
  const ports = ['22', '25', '5432'].map((port) => `https://8.8.8.8:${port}/a.png`);
  for (const url of ports) {
    const { predictionId } = await caller.expect(201, 'POST', '/api/generate', {
      token: key.secret,
      body: bodyOf(url),
    });
    const ended = await caller.expect(200, 'GET', `/api/generate/status/${predictionId}?wait=30`, {
      token: key.secret,
    });
    if (ended.error?.code !== 'invalid_input' || ended.creditsRefunded !== ended.creditCost)
      target.found(`${url} ends as ${JSON.stringify(ended)}`);
  }
  return urls.length + ports.length;
}

async function fetchPublic(bench) {
  const urls = publicUrls();
  for (const url of urls) {
    const network = new TrialNetwork(bench.web.port, (name) =>
      name.includes('example.net') ? [PUBLIC_V4[1], '2606:4700:4700::1111'] : null,
    );
    const fetched = await new SafeFetcher(network).fetchToFile(url, optionsOf(bench)).catch((error) => error);
    if (fetched.found?.contentType !== 'image/png')
      bench.target.found(`${url} is public and was not fetched: ${fetched.message}`);
  }
  return urls.length;
}
