/** The extension of docs/extending.md, loaded into the real service by PLUGINS. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { text as toText } from 'node:stream/consumers';
import sharp from 'sharp';
import { loadPlugins } from '../../src/plugin.js';
import { balanceOf, call, finished, generate, newCaller } from '../support/client.js';
import { endServices, spawnService, temporaryDirectory, until } from '../support/service-process.js';

afterAll(endServices);

it('an extension’s engine is offered, priced, run, stored and charged like any other', async () => {
  const catalogue = await temporaryDirectory();
  await cp('catalogue', catalogue, { recursive: true });
  await cp('examples/gradient-engine/gradient.yaml', join(catalogue, 'gradient.yaml'));
  const plugin = join(process.cwd(), 'examples/gradient-engine/gradient-engine.mjs');
  const { base } = await spawnService({ PLUGINS: plugin, CATALOGUE_DIR: catalogue, SIGNUP_CREDITS: '1' });

  const model = await call(base, 'GET', '/api/models/gradient');
  expect(model.body).toMatchObject({ model: 'example/gradient', pricing: { base: 0.5 } });
  const { key } = await newCaller(base);
  const { predictionId } = await generate(base, key, {
    modelKey: 'gradient',
    from: '#ff0000',
    to: '#0000ff',
  });
  const done = await finished(base, key, predictionId);
  expect(done).toMatchObject({
    status: 'completed',
    creditCost: 0.5,
    outputs: [{ width: 256, height: 256 }],
  });
  expect(await balanceOf(base, key)).toBe(0.5);

  const file = Buffer.from(await (await fetch(done.outputUrl)).arrayBuffer());
  const { data } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  expect(data[0]).toBeGreaterThan(200);
  expect(data[2]).toBeLessThan(50);
});

/** Each with what it requires. Nothing listens there: a start does not need their services. */
const EXTENSIONS = JSON.parse(readFileSync('test/support/extensions.json', 'utf8')) as Record<
  string,
  Record<string, string>
>;

describe('in a checkout after `npm run build`', () => {
  const extensions = Object.keys(EXTENSIONS);

  it.each(extensions)('%s loads, with the classes of the service', async (name) => {
    const program = `const { loadPlugins } = await import('./dist/plugin.js');
      const { ConfigError } = await import('offprint');
      const own = await import('./dist/platform/config/index.js');
      await loadPlugins([${JSON.stringify(name)}]);
      process.stdout.write(String(ConfigError === own.ConfigError));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err] = await Promise.all([toText(child.stdout), toText(child.stderr)]);
    expect([out, err]).toEqual(['true', '']);
  });

  it('a service starts with all of them, as deploy/systemd starts it', async () => {
    const settings = Object.assign({}, ...Object.values(EXTENSIONS)) as Record<string, string>;
    const env = { ...settings, PLUGINS: extensions.join(), NODE_ENV: 'production' };
    const { base } = await spawnService(env);
    const { key } = await newCaller(base);
    const models = await fetch(`${base}/v1/models`, { headers: { Authorization: `Bearer ${key}` } });
    expect(models.status).toBe(200);
  });
});

it('the extension’s first line loads it from the checkout', async () => {
  const [first] = (await readFile('examples/gradient-engine/gradient-engine.mjs', 'utf8')).split('\n');
  const named = /PLUGINS=(\S+mjs)/.exec(first!)![1]!;
  for (const path of [named, `./${named}`]) {
    const { providers } = await loadPlugins([path]);
    expect(providers?.map(({ name }) => name)).toEqual(['GradientEngine']);
  }
});

describe('a start with an extension that cannot be loaded ends with code 1 and one sentence that names it:', () => {
  const files = {
    'throws.mjs': 'const settings = {};\nexport default settings.engine.name;\n',
    'broken.mjs': 'export default {\n',
    'imports.mjs': "import 'a-package-that-is-not-there';\n",
    'none.mjs': 'export const name = "none";\n',
    'typed.ts': 'export default { name: "typed" };\n',
  };
  let directory: string;
  beforeAll(async () => {
    directory = await temporaryDirectory();
    for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  });

  it.each([
    ['./missing.mjs', /^PLUGINS: there is no file \/\S+\/missing\.mjs\.$/],
    ['a-package-that-is-not-there', /^PLUGINS: a-package-that-is-not-there cannot be loaded: .+$/],
    ['./throws.mjs', /^PLUGINS: \.\/throws\.mjs cannot be loaded: TypeError: .*throws\.mjs:2\)$/],
    ['./broken.mjs', /^PLUGINS: \.\/broken\.mjs cannot be loaded: SyntaxError: .+$/],
    ['./imports.mjs', /^PLUGINS: \.\/imports\.mjs cannot be loaded: .*a-package-that-is-not-there.*$/],
    ['./typed.ts', /^PLUGINS: \.\/typed\.ts is TypeScript\. Compile it, and name the JavaScript file\.$/],
    ['./none.mjs', /^PLUGINS: \.\/none\.mjs does not export a plugin as its default\.$/],
  ])('%s', async (plugin, expected) => {
    for (const program of [['dist/main.js'], ['scripts/cli.mjs', 'ledger', 'verify']]) {
      const { code, stderr } = await endOf(program, { PLUGINS: plugin, DATA_DIR: directory });
      expect(problemsIn(stderr)).toEqual([expect.stringMatching(expected)]);
      expect(code).toBe(1);
    }
  });

  describe('every wrong setting is named at once, before the database is touched,', () => {
    const wrong = {
      PLUGINS:
        '@offprint/s3-storage,@offprint/smtp-mailer,@offprint/moderation,./missing.mjs,./throws-later.mjs',
      PORT: '70000',
      COMFYUI_URL: 'not an address',
      S3_BUCKT: 'outputs',
      S3_PART_MB: '1',
      SMTP_HOST: 'mail.example.com',
      MODERATION_LISTS: './no-lists.yaml',
      JWT_SECRET: 'a secret of the tests, long enough to be one',
    };
    let connections = 0;
    const database = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    beforeAll(async () => {
      const text = "export default { name: 'later', checkSettings: () => null.length };\n";
      await writeFile(join(directory, 'throws-later.mjs'), text);
      await once(database.listen(0, '127.0.0.1'), 'listening');
    });
    afterAll(() => new Promise((resolve) => database.close(resolve)));

    it.each([
      ['a start', ['dist/main.js'], '1'],
      ['a start of several processes', ['dist/main.js'], '2'],
      ['a command', ['scripts/cli.mjs', 'ledger', 'verify'], '1'],
    ])('by %s', async (_what, program, PROCESSES) => {
      const { port } = database.address() as AddressInfo;
      const DATABASE_URL = `postgres://a:b@127.0.0.1:${port}/c`;
      const { code, stderr } = await endOf(program, { ...wrong, DATABASE_URL, PROCESSES });
      expect([code, connections]).toEqual([1, 0]);
      expect(stderr).not.toMatch(/^\s+at /m);
      expect(problemsIn(stderr)).toEqual([
        expect.stringMatching(/^PORT must/),
        expect.stringMatching(/^COMFYUI_URL/),
        expect.stringMatching(/^PLUGINS: there is no file .*missing\.mjs\.$/),
        'S3_BUCKET must be set to the name of a bucket',
        'S3_PART_MB must be a whole number from 5 to 512',
        expect.stringMatching(/^MAIL_FROM must be/),
        'MODERATION_LISTS: ./no-lists.yaml cannot be read (ENOENT)',
        expect.stringMatching(/^PLUGINS: later cannot read its settings: TypeError: .*throws-later\.mjs:1/),
        'S3_BUCKT is not a setting; did you mean S3_BUCKET?',
      ]);
    });
  });

  /** @returns the sentences of an error that names all wrong settings. */
  function problemsIn(stderr: string) {
    const [head, ...problems] = stderr.trimEnd().split('\n  - ');
    expect(head).toBe('Wrong settings:');
    return problems;
  }

  /** Runs a program that ends by itself, in the directory of the extensions. */
  async function endOf([program, ...args]: string[], env: Record<string, string>) {
    const child = spawn(process.execPath, [join(process.cwd(), program!), ...args], {
      cwd: directory,
      env: { PATH: process.env.PATH, PORT: '0', ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 60_000,
    });
    const [stderr, [code]] = await Promise.all([toText(child.stderr), once(child, 'exit')]);
    return { code: code as number | null, stderr };
  }
});

it.each(['1', '2'])(
  'with %s processes, warnings of libraries are lines of the log, in JSON as all others',
  async (PROCESSES) => {
    const plugin = join(await temporaryDirectory(), 'noisy.mjs');
    await writeFile(
      plugin,
      `process.emitWarning('while it is loaded', { type: 'NoisyWarning', code: 'NOISY1' });
      const later = () => void process.emitWarning('later');
      export default { name: 'noisy', checkSettings: () => void setTimeout(later, 500) };`,
    );
    const service = await spawnService({ PLUGINS: plugin, LOG_FORMAT: 'json', PROCESSES });
    await until(() => service.log().includes('later'));
    await service.end('SIGTERM');
    const lines = service.log().trim().split('\n');
    const prose = lines.filter((line) => !line.startsWith('{'));
    expect(prose).toEqual([expect.stringMatching(/^Offprint is ready at /)]);
    const logged = lines
      .filter((line) => line.includes('NoisyWarning'))
      .map((line) => JSON.parse(line) as object);
    expect(logged).toHaveLength(Number(PROCESSES));
    expect(logged[0]).toMatchObject({
      level: 40,
      context: 'node',
      warning: 'NoisyWarning',
      code: 'NOISY1',
      msg: 'while it is loaded',
    });
  },
);
