// Guards of external input: URLs and files from callers and engines, and signed links.
import { randomInt } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expectHolds, expectRejected } from './broken-guarantee.mjs';

const TARGET = '../packages/media/dist/fetching/fetch-target.js';
const FETCHER = '../packages/media/dist/fetching/safe-fetcher.js';
const NETWORK = '../packages/media/dist/fetching/outside-network.js';
const LINKS = 'assets/delivery/signed-links.js';
const PORT = 8080;

const picture = (format) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .toFormat(format)
    .toBuffer();

/** Starts a server on a random loopback address that counts requests. */
async function startCanary(answer) {
  const address = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(2, 255)}`;
  const png = await picture('png');
  const seen = { hits: 0 };
  const server = createServer((request, response) => {
    seen.hits += 1;
    if (answer) return answer(request, response);
    response.writeHead(200, { 'content-type': 'image/png', connection: 'close' }).end(png);
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(PORT, address, resolve));
  return { address, url: `http://${address}:${PORT}/picture.png`, seen, close: () => server.close() };
}

const redirectTo = (url) => (_request, response) =>
  response.writeHead(302, { location: url, connection: 'close' }).end();

/** Fetches a URL as for an output. `names` maps names to resolved addresses, `dials` maps an address to its real target. */
async function fetchFrom(world, url, { allow = 'public', names = {}, dials = {} } = {}) {
  const { SafeFetcher } = await world.service.load(FETCHER);
  const { OutsideNetwork } = await world.service.load(NETWORK);
  class Network extends OutsideNetwork {
    resolve = async (name) => (names[name] ?? []).map((address) => ({ address, family: 4 }));
    connector = ({ address }) => super.connector({ address: dials[address] ?? address, family: 4 });
  }
  const options = { maxBytes: 1e6, timeoutSeconds: 10, accept: ['image'], schemes: ['https', 'http'] };
  const directory = world.service.directory;
  return new SafeFetcher(new Network()).fetchToFile(url, { ...options, directory, allow });
}

/** Requires that a fetch is rejected and has sent no request to the canary. */
async function expectNoConnection(world, inside, ...args) {
  await expectRejected(() => fetchFrom(world, ...args), 'the service fetched from inside its own network');
  expectHolds(inside.seen.hits === 0, 'the service connected to its own network');
}

async function storePicture(world) {
  const name = `predictions/probe-${randomInt(1e12)}/0.png`;
  const path = join(world.service.directory, `probe-${randomInt(1e12)}.png`);
  await writeFile(path, await picture('png'));
  await (await world.service.part('assets/index.js', 'AssetStorage')).put(name, path, { maxBytes: 1e6 });
  return name;
}

export const OUTSIDE_GUARDS = [
  {
    name: 'address check in the fetcher',
    edits: [
      {
        file: TARGET,
        find: `if (verdict.kind === 'refused') throw new FetchRefused('address_not_allowed');`,
        put: `if (verdict.kind === 'refused') return { url, trusted: false, addresses: [{ address: url.hostname, family: 4 }] };`,
      },
    ],
    async probe(world) {
      const inside = await startCanary();
      await expectNoConnection(world, inside, inside.url).finally(inside.close);
    },
  },
  {
    name: 'a name with any private address is rejected',
    edits: [
      {
        file: TARGET,
        find: `if (!addresses.every(({ address })=>isPublicAddress(address))) throw new FetchRefused('address_not_allowed');`,
        put: '',
      },
    ],
    async probe(world) {
      const inside = await startCanary();
      const names = { 'pictures.example.com': [inside.address, '93.184.215.14'] };
      await expectNoConnection(world, inside, `http://pictures.example.com:${PORT}/`, { names }).finally(
        inside.close,
      );
    },
  },
  {
    name: 'redirect check',
    edits: [
      {
        file: FETCHER,
        find: 'chooseTarget(url, policy, this.network, mayTrust)',
        put: 'redirects > 0 ? { url, trusted: false, addresses: [{ address: url.hostname, family: 4 }] } : chooseTarget(url, policy, this.network, mayTrust)',
      },
    ],
    async probe(world) {
      const inside = await startCanary();
      const trusted = await startCanary(redirectTo(inside.url));
      await expectNoConnection(world, inside, trusted.url, { allow: [`${trusted.address}:${PORT}`] }).finally(
        () => {
          inside.close();
          trusted.close();
        },
      );
    },
  },
  {
    name: 'a redirect of an untrusted host does not reach trusted hosts',
    edits: [{ file: FETCHER, find: 'mayTrust = target.trusted;', put: '' }],
    async probe(world) {
      const inside = await startCanary();
      const untrustedHost = await startCanary(redirectTo(inside.url));
      const names = { 'pictures.example.com': ['93.184.215.14'] };
      const dials = { '93.184.215.14': untrustedHost.address };
      const allow = [`${inside.address}:${PORT}`];
      await expectNoConnection(world, inside, `http://pictures.example.com:${PORT}/`, {
        allow,
        names,
        dials,
      }).finally(() => {
        inside.close();
        untrustedHost.close();
      });
    },
  },
  {
    name: 'kind of an output',
    edits: [
      {
        file: 'generation/worker/output.store.js',
        find: 'if (!isOfKind(work.modality, facts)) throw new OtherKind(facts.contentType);',
        put: '',
      },
    ],
    async probe(world) {
      const directory = await mkdtemp(join(tmpdir(), 'offprint-probe-'));
      const path = join(directory, 'output');
      await writeFile(path, await picture('webp'));
      const { OutputStore } = await world.service.load('generation/worker/output.store.js');
      const store = new OutputStore({ put: async () => ({ bytes: 1, sha256: '' }) }, null);
      await expectRejected(
        () => store.store({ predictionId: 'pred_1', modality: 'video', directory }, [{ path }]),
        'a picture was stored as the output of a model for videos',
      ).finally(() => rm(directory, { recursive: true }));
    },
  },
  {
    name: 'signature check of links',
    edits: [
      {
        file: LINKS,
        find: `if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'bad';`,
        put: '',
      },
    ],
    async probe(world) {
      const path = `/api/assets/${await storePicture(world)}?expires=9999999999&signature=${'A'.repeat(43)}`;
      const { status } = await world.request('GET', path);
      expectHolds(status === 404, `an output was delivered for a forged signature: ${status}`);
    },
  },
  {
    name: 'expiry of links',
    edits: [
      {
        file: LINKS,
        find: `return now.getTime() >= Number(expires) * 1000 ? 'expired' : 'ok';`,
        put: `return 'ok';`,
      },
    ],
    async probe(world) {
      const links = await world.service.part('assets/index.js', 'SignedLinks');
      const link = links.mint({ name: await storePicture(world), expiresAt: new Date(Date.now() - 60_000) });
      const { status } = await world.request('GET', link.slice(link.indexOf('/api/')));
      expectHolds(status === 410, `an expired link was answered ${status}`);
    },
  },
];
