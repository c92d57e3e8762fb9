// An engine for every adapter (fakes of test/engines), each behind a proxy. A word in the prompt selects the refusal of the proxy; it
// passes all other requests on. So the requests of one caller are refused while the engine is healthy. Request budgets of the models
// are removed, because the trial tests circuits and not the pace of a vendor.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer as toBuffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { startFake } from './real-engines.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const COMFY_SECRET = 'comfy-secret-5f1c';
const SECRET = 'a-secret-of-an-engine-in-the-trials';

/** By adapter: its fake, its file, one of its models, and the settings of its engine. */
export const REFUSING_ENGINES = {
  comfyui: {
    ...{ fake: 'comfyui', file: 'catalogue/comfyui.yaml', modelKey: 'comfyui-image' },
    env: (url) => ({ COMFYUI_URL: url, COMFYUI_KEY: COMFY_SECRET }),
  },
  'http-job': {
    ...{ fake: 'http-job', file: 'examples/yaml-engine/easel.yaml', modelKey: 'easel-paint' },
    env: (url) => ({ EASEL_URL: url, EASEL_KEY: SECRET }),
  },
  replicate: {
    ...{ fake: 'replicate', file: 'catalogue/replicate.yaml', modelKey: 'replicate-flux-schnell' },
    env: (url) => ({ REPLICATE_URL: `${url}/v1`, REPLICATE_API_TOKEN: SECRET }),
  },
  fal: {
    ...{ fake: 'fal', file: 'catalogue/fal.yaml', modelKey: 'fal-flux-schnell' },
    env: (url) => ({ FAL_URL: url, FAL_KEY: SECRET }),
  },
  sdapi: {
    ...{ fake: 'sdapi', file: 'catalogue/sdapi.yaml', modelKey: 'sdapi-image' },
    env: (url) => ({ SDAPI_URL: url, SDAPI_AUTH: 'painter:let-me-paint' }),
  },
  'openai-compatible': {
    ...{ fake: 'openai-compatible', file: 'catalogue/openai-compatible.yaml', modelKey: 'openai-image' },
    env: (url) => ({ OPENAI_COMPATIBLE_URL: `${url}/v1`, OPENAI_COMPATIBLE_KEY: SECRET }),
  },
};

const POLICY = 'content_policy_violation';
/** Word in the prompt → response of the proxy. */
const REFUSALS = {
  'refuse-404': [404, { detail: 'No such model version.' }],
  'refuse-403': [403, { detail: 'Your key may not use this model.' }],
  'refuse-402': [402, { detail: 'This request costs more than your limit.' }],
  'refuse-400': [400, { detail: 'guidance must be below 20' }],
  'refuse-405': [405, { detail: 'Method not allowed' }],
  'refuse-413': [413, { detail: 'too large' }],
  'refuse-422': [422, { detail: 'width is not a multiple of 64' }],
  'refuse-501': [501, { detail: 'not implemented for this model' }],
  'refuse-content': [
    400,
    { error: { code: POLICY, type: POLICY, message: 'no' }, detail: [{ type: POLICY, msg: 'no' }] },
  ],
};
export const REFUSAL_WORDS = Object.keys(REFUSALS);
/** Hop-by-hop headers, which are not passed on. */
const HOP_BY_HOP = new Set([
  ...[
    'host',
    'connection',
    'keep-alive',
    'content-length',
    'transfer-encoding',
    'expect',
    'te',
    'accept-encoding',
  ],
]);
const WORD = /refuse-[a-z0-9]+/;

export class RefusingEngines {
  fakes = [];
  proxies = [];
  env = {};
  refused = 0;

  async start() {
    this.directory = await mkdtemp(join(tmpdir(), 'offprint-refusing-'));
    await cp(join(ROOT, 'catalogue/plans.yaml'), join(this.directory, 'plans.yaml'));
    await cp(join(ROOT, 'catalogue/workflows'), join(this.directory, 'workflows'), { recursive: true });
    this.env.CATALOGUE_DIR = this.directory;
    await Promise.all(Object.values(REFUSING_ENGINES).map((engine) => this.startEngine(engine)));
  }

  async startEngine({ fake, file, env }) {
    const text = await readFile(join(ROOT, file), 'utf8');
    const written = text.replace(/requestsPerSecond: \d+/, 'requestsPerSecond: 1000');
    await writeFile(join(this.directory, file.split('/').at(-1)), written);
    const engine = await startFake(fake);
    this.fakes.push(engine);
    await engine.request('PUT', 'settings', { polls: 0 });
    Object.assign(this.env, env(await this.startProxy(engine.url)));
  }

  /** Starts a proxy that replaces the engine's address in responses by its own. @returns its address */
  async startProxy(target) {
    const server = createServer((request, response) => {
      response.on('error', () => {});
      this.pass(target, own, request, response).catch(() => response.destroy());
    });
    server.keepAliveTimeout = 120_000;
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const own = `http://127.0.0.1:${server.address().port}`;
    this.proxies.push(server);
    return own;
  }

  async pass(target, own, request, response) {
    const body = await toBuffer(request);
    const [word] = WORD.exec(body.toString('latin1')) ?? [];
    if (request.method === 'POST' && word) {
      this.refused += 1;
      const [status, json] = REFUSALS[word];
      return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    }
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !HOP_BY_HOP.has(name)),
    );
    const answer = await fetch(target + request.url, {
      method: request.method,
      headers,
      redirect: 'manual',
      ...(body.length > 0 && { body }),
    });
    const type = answer.headers.get('content-type') ?? '';
    const bytes = Buffer.from(await answer.arrayBuffer());
    const sent = /json/.test(type) ? Buffer.from(bytes.toString().replaceAll(target, own)) : bytes;
    const location = answer.headers.get('location');
    response.writeHead(answer.status, {
      ...(type && { 'content-type': type }),
      ...(location && { location: location.replaceAll(target, own) }),
      'content-length': sent.length,
    });
    return response.end(sent);
  }

  async stop() {
    for (const server of this.proxies) server.closeAllConnections();
    await Promise.all(this.proxies.map((server) => new Promise((resolve) => server.close(resolve))));
    await Promise.all(this.fakes.map((engine) => engine.end()));
    if (this.directory) await rm(this.directory, { recursive: true, force: true });
  }
}
