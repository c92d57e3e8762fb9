/** The built image: how large it is, and that a service runs in it as operators run it. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { startEmbeddedPostgres } from '../../packages/embedded-postgres/dist/index.js';
import { root } from '../../scripts/build-first.mjs';
import { freePort } from '../../scripts/free-port.mjs';
import { IMAGES, megabytes, mountImage } from './support/build.mjs';
import { makeKey, makePicture } from './support/caller.mjs';
import { makeData, startContainer } from './support/container.mjs';

const READY = /Offprint is ready at (\S+?)[ )\n]/;
const PNG = '\x89PNG';
const SECRET = 'a secret of the image, long enough to be one';
const ENV = {
  HOST: '127.0.0.1',
  PORT: '0',
  REGISTRATION: 'open',
  SIGNUP_CREDITS: '1000',
  JWT_SECRET: SECRET,
};
const NODE_USER = 1_000;
/** Has no entry in /etc/passwd. */
const OTHER_USER = 12_345;
/** Nothing listens there: a start and a picture do not need their services. */
const EXTENSIONS = {
  PLUGINS: '@offprint/openai-front,@offprint/stripe-billing,@offprint/telemetry,@offprint/moderation',
  ...Object.assign(
    {},
    ...['openai-front', 'stripe-billing', 'telemetry', 'moderation'].map(
      (name) =>
        JSON.parse(readFileSync(join(root, 'test/support/extensions.json'), 'utf8'))[`@offprint/${name}`],
    ),
  ),
  MODERATION_ON_FAILURE: 'open',
};

let slim;
let full;
const folders = [];
before(() => {
  slim = mountImage(IMAGES.slim);
  full = mountImage(IMAGES.full);
});
after(() => {
  slim?.remove();
  full?.remove();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function dataOf(uid) {
  const folder = makeData(uid);
  folders.push(folder);
  return folder;
}

/** A server outside of the container, reached over TCP as in production. */
async function startDatabase() {
  const directory = mkdtempSync(join('/var/tmp', 'offprint-image-postgres-'));
  folders.push(directory);
  return startEmbeddedPostgres({ directory: join(directory, 'postgres') });
}

test('the image has at most 600 MB, the slim one 350', () => {
  const parts = {
    slim: megabytes(slim.path),
    full: megabytes(full.path),
    app: megabytes(join(slim.path, 'app')),
    PostgreSQL: megabytes(join(full.path, 'app')) - megabytes(join(slim.path, 'app')),
  };
  const ffmpeg = parts.full - parts.slim - parts.PostgreSQL;
  const base = parts.slim - parts.app;
  const round = (sizes) =>
    Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, Math.round(size)]));
  console.log(JSON.stringify(round({ ...parts, ffmpeg, base })));
  assert.ok(parts.slim <= 350, `slim: ${parts.slim}`);
  assert.ok(parts.full <= 600, `full: ${parts.full}`);
});

test('it runs as a user without rights, and says which packages of Debian ffmpeg brought', () => {
  for (const { config } of [slim, full]) {
    assert.equal(config.User, 'node');
    assert.deepEqual(config.Cmd, ['node', 'dist/main.js']);
    assert.ok('/data' in config.Volumes);
    assert.equal(config.Healthcheck.Test[0], 'CMD');
  }
  const list = readFileSync(join(full.path, 'usr/share/offprint/ffmpeg.packages'), 'utf8');
  assert.match(list, /^ffmpeg 7:/m);
  assert.ok(!existsSync(join(slim.path, 'usr/bin/ffmpeg')));
});

test('ffmpeg has the codecs of the videos that it enlarges', { timeout: 60_000 }, async () => {
  const container = startContainer(full, { args: ['ffmpeg', '-hide_banner', '-encoders'] });
  assert.equal(await container.ended(), 0, container.text);
  for (const codec of ['libx264', 'libvpx-vp9', 'aac']) assert.ok(container.text.includes(codec), codec);
});

test('with its own PostgreSQL, on a read-only root: a restart keeps all', { timeout: 240_000 }, async () => {
  const options = { data: dataOf(NODE_USER), uid: NODE_USER, env: ENV };
  let service = startContainer(full, options);
  const key = await makeKey((await service.until(READY))[1]);
  assert.equal(await service.stop(), 0, service.text);
  service = startContainer(full, options);
  const [, url] = await service.until(READY);
  assert.equal(await makePicture(url, key), PNG);
  assert.match(await (await fetch(url)).text(), /<div id="root">/);
  assert.match(await (await fetch(`${url}/docs/`)).text(), /Offprint/);
  assert.equal(await service.stop(), 0, service.text);
  const written = readdirSync(options.data);
  assert.ok(written.includes('assets') && written.includes('postgres'), written.join());
  for (const name of written) assert.equal(statSync(join(options.data, name)).uid, NODE_USER, name);
});

test(
  'its own PostgreSQL needs a user with an entry in /etc/passwd, and says so',
  { timeout: 60_000 },
  async () => {
    const service = startContainer(full, { data: dataOf(OTHER_USER), uid: OTHER_USER, env: ENV });
    assert.equal(await service.ended(), 1);
    assert.match(service.text, /no entry in \/etc\/passwd/);
  },
);

test('the slim image without DATABASE_URL says that it needs one', { timeout: 60_000 }, async () => {
  const service = startContainer(slim, { data: dataOf(NODE_USER), env: ENV });
  assert.notEqual(await service.ended(), 0);
  assert.match(service.text, /DATABASE_URL/);
});

describe('with a PostgreSQL outside', () => {
  let database;
  beforeEach(async () => {
    database = await startDatabase();
  });
  afterEach(() => database?.stop());

  test(
    'and four extensions, as another user: a picture, the routes of the extensions, the operator’s commands',
    { timeout: 240_000 },
    async () => {
      const env = { ...ENV, ...EXTENSIONS, DATABASE_URL: database.url };
      const data = dataOf(OTHER_USER);
      const service = startContainer(slim, { data, uid: OTHER_USER, env });
      const [, url] = await service.until(READY);
      assert.equal(await makePicture(url, await makeKey(url)), PNG);
      assert.equal((await fetch(`${url}/v1/models`)).status, 401);
      const verify = startContainer(slim, {
        data,
        uid: OTHER_USER,
        env,
        args: ['node', 'scripts/cli.mjs', 'ledger', 'verify'],
      });
      assert.equal(await verify.ended(), 0, verify.text);
      assert.equal(await service.stop(), 0, service.text);
    },
  );

  test('Compose’s api and worker, as docker-compose.yml says', { timeout: 240_000 }, async () => {
    const compose = load(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), {
      schema: CORE_SCHEMA.withTags(mergeTag),
    });
    const port = String(await freePort());
    const given = { POSTGRES_PASSWORD: 'password', JWT_SECRET: SECRET, REGISTRATION: 'open' };
    const data = dataOf(NODE_USER);
    const services = ['api', 'worker'].map((name) => {
      const {
        environment,
        read_only: isReadOnly,
        cap_drop: dropped,
        volumes,
        tmpfs,
        stop_grace_period: grace,
      } = compose.services[name];
      // What the runner does for every container, the file asks for.
      assert.deepEqual([isReadOnly, dropped, tmpfs], [true, ['ALL'], ['/tmp']]);
      assert.deepEqual(volumes, ['data:/data']);
      const env = Object.fromEntries(
        Object.entries(environment).map(([key, value]) => [key, fill(value, given)]),
      );
      assert.match(env.DATABASE_URL, /@postgres:5432\/offprint$/);
      // There is no network of Compose: the names of its services are addresses of loopback.
      const here = { HOST: '127.0.0.1', PORT: name === 'api' ? port : '0', DATABASE_URL: database.url };
      return startContainer(full, {
        data,
        env: { ...env, ...here },
        graceMs: Number.parseInt(grace, 10) * 1000,
      });
    });
    await Promise.all(services.map((service) => service.until(READY)));
    const url = `http://127.0.0.1:${port}`;
    assert.equal(await makePicture(url, await makeKey(url)), PNG);
    for (const service of services) assert.equal(await service.stop(), 0, service.text);
  });
});

/** Substitutes variables as Compose does. */
function fill(text, given) {
  return String(text).replace(
    /\$\{([A-Z0-9_]+):([-?])([^}]*)\}/g,
    (_all, name, kind, rest) => given[name] ?? (kind === '-' ? rest : assert.fail(`${name}: ${rest}`)),
  );
}
