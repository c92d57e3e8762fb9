/** deploy/compose/scaled.yml and docker-compose.yml, read as Compose reads them: the specification's schema, settings, secrets. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { listSettings, loadConfig } from '../../dist/platform/config/index.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const text = (name) => readFileSync(join(root, name), 'utf8');
const read = (name) => load(text(name), { schema: CORE_SCHEMA.withTags(mergeTag) });
const SCALED = 'deploy/compose/scaled.yml';
const scaled = read(SCALED);
const processes = ['api-1', 'api-2', 'worker'];
/** Settings of the extensions, which the service passes on. */
const OF_EXTENSIONS = /^(S3|REDIS)_/;

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
// `duration` is Compose's own.
ajv.addFormat('duration', /^(\d+(us|ms|s|m|h))+$/);
const validate = ajv.compile(JSON.parse(text('test/deploy/schemas/compose-spec.json')));
const faultsOf = (file) =>
  validate(file) ? [] : validate.errors.map((error) => `${error.instancePath} ${error.message}`);

for (const name of ['docker-compose.yml', SCALED])
  test(`${name} follows the schema of the Compose specification`, () => {
    assert.deepEqual(faultsOf(read(name)), []);
  });

const BREAKS = {
  'an unknown key': ({ haproxy }) => (haproxy.port = ['127.0.0.1:8080:8080']),
  'a string in the place of a list': ({ worker }) => (worker.cap_drop = 'ALL'),
  'a condition that does not exist': ({ haproxy }) => (haproxy.depends_on['api-1'].condition = 'healthy'),
  'a command that is a mapping': ({ postgres }) => (postgres.healthcheck.test = { CMD: 'true' }),
};
for (const [name, change] of Object.entries(BREAKS))
  test(`the schema rejects ${name}`, () => {
    const broken = structuredClone(scaled);
    change(broken.services);
    assert.notDeepEqual(faultsOf(broken), []);
  });

/** Substitutes variables as compose does, with values for required ones. */
function substitute(environment) {
  const fill = (value) =>
    value.replace(/\$\{[A-Z0-9_]+:([-?])([^}]*)\}/g, (_all, kind, rest) =>
      kind === '-' ? rest : 'avaluethatislongenoughforasecret',
    );
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(value)]));
}

test('its two API processes and its workers have settings that the service accepts', () => {
  const known = new Set(listSettings().map(({ name }) => name));
  for (const name of processes) {
    const environment = substitute(scaled.services[name].environment);
    const unknown = Object.keys(environment).filter(
      (setting) => !known.has(setting) && !OF_EXTENSIONS.test(setting),
    );
    assert.deepEqual(unknown, []);
    const config = loadConfig(environment);
    assert.deepEqual([...config.roles], [name.split('-')[0]]);
    assert.deepEqual([config.http.host, config.http.port, config.dataDirectory], ['0.0.0.0', 3000, '/data']);
    assert.ok(config.database.url.includes('@postgres:5432/'));
  }
  assert.equal(scaled.services.worker.deploy.replicas, 2);
});

test('HAProxy knows each API process, and every variable of its file is set', () => {
  const { environment, volumes } = scaled.services.haproxy;
  const wanted = new Set(
    [...text('deploy/haproxy/api.cfg').matchAll(/"\$\{([A-Z0-9_]+)(?:\[\*\])?\}/g)].map(([, name]) => name),
  );
  assert.deepEqual(Object.keys(environment).sort(), [...wanted].sort());
  const apis = Object.keys(scaled.services).filter((name) => name.startsWith('api-'));
  assert.deepEqual([environment.API1, environment.API2], apis);
  const [source] = volumes[0].split(':');
  assert.ok(existsSync(join(root, source)));
});

test('it contains no secret: compose does not start without them', () => {
  const secrets = Object.values(scaled.services).flatMap(({ environment = {} }) =>
    Object.entries(environment).filter(
      ([name]) => /PASSWORD|SECRET|_URL$|ACCESS_KEY/.test(name) && name !== 'PUBLIC_URL',
    ),
  );
  assert.ok(secrets.length > 12);
  for (const [name, value] of secrets) assert.match(value, /\$\{[A-Z0-9_]+:\?[^}]+\}/, name);
});

test('only HAProxy is published, on the loopback address, and the data network has no way out', () => {
  const published = Object.entries(scaled.services).filter(([, { ports }]) => ports);
  assert.deepEqual(
    published.map(([name]) => name),
    ['haproxy'],
  );
  for (const port of published[0][1].ports) assert.match(port, /^127\.0\.0\.1:/);
  assert.equal(scaled.networks.data.internal, true);
  for (const name of ['postgres', 'redis', 's3']) assert.deepEqual(scaled.services[name].networks, ['data']);
});

test('every dependency, volume and network exists, and the processes stop within their time', () => {
  for (const [name, service] of Object.entries(scaled.services)) {
    for (const other of Object.keys(service.depends_on ?? {}))
      assert.ok(scaled.services[other], `${name}: ${other}`);
    for (const network of service.networks ?? [])
      assert.ok(network in scaled.networks, `${name}: ${network}`);
    for (const volume of service.volumes ?? [])
      assert.ok(volume.startsWith('./') || volume.split(':')[0] in scaled.volumes, `${name}: ${volume}`);
  }
  for (const name of processes) {
    const service = scaled.services[name];
    assert.equal(service.stop_grace_period, '20s');
    assert.deepEqual([service.init, service.read_only, service.cap_drop], [true, true, ['ALL']]);
  }
});

test('the image can load the extensions that the file names', () => {
  const dockerfile = text('Dockerfile');
  // `npm run build` builds the packages, and image-files.mjs takes all of them: image.test.mjs loads them.
  assert.match(dockerfile, /^RUN npm run build && node scripts\/image-files\.mjs \/image$/m);
  const { wireit } = JSON.parse(text('package.json'));
  const plugins = substitute(scaled.services.worker.environment).PLUGINS.split(',');
  assert.ok(plugins.includes('@offprint/s3-storage'));
  for (const plugin of plugins) {
    const [, name] = /^@offprint\/([a-z0-9-]+)$/.exec(plugin) ?? [];
    assert.ok(wireit.build.dependencies.includes(`./packages/${name}:build`), plugin);
  }
});
