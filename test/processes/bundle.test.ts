/** The service and the commands run from the bundle, and from the separate files with extensions. */
import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hashOf } from '../../src/catalogue/checked-documents.js';
import { call } from '../support/client.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { endServices, runTool, spawnService, temporaryDirectory } from '../support/service-process.js';

/** Bytes of a script that a start should not have to compile. The bundler names and divides them. */
const LARGE = 500_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(async () => {
  await endServices();
  await database.drop();
});

interface Coverage {
  result: { url: string }[];
}

/** Starts a service, requests its description and stops it. @returns the description and the files that it loaded */
async function run(env: Record<string, string>) {
  const coverage = await temporaryDirectory();
  const service = await spawnService({ DATABASE_URL: database.url, NODE_V8_COVERAGE: coverage, ...env });
  const { status, body } = await call(service.base, 'GET', '/api/openapi.json');
  expect(status).toBe(200);
  await service.end('SIGTERM');
  return { description: body, files: await filesIn(coverage) };
}

/** Returns the files that processes with this NODE_V8_COVERAGE have loaded. */
async function filesIn(coverage: string): Promise<Set<string>> {
  const reports = await Promise.all(
    (await readdir(coverage)).map((file) => readFile(join(coverage, file), 'utf8')),
  );
  const files = reports.flatMap((report) => (JSON.parse(report) as Coverage).result.map(({ url }) => url));
  return new Set(files.filter((url) => url.startsWith('file:')));
}

async function writeExtension(): Promise<string> {
  const extension = join(await temporaryDirectory(), 'extension.mjs');
  await writeFile(extension, "export default { name: 'an empty extension' };");
  return extension;
}

const has = (files: ReadonlySet<string>, path: string) => [...files].some((file) => file.endsWith(path));

it('starts from the bundle, in a few files, and serves the same description as from the separate files', async () => {
  const bundled = await run({});
  const separate = await run({ PLUGINS: await writeExtension() });

  expect(has(bundled.files, 'dist/bundle/service.js')).toBe(true);
  expect(has(bundled.files, 'dist/app.js')).toBe(false);
  expect(has(bundled.files, 'node_modules/@nestjs/core/nest-factory.js')).toBe(false);
  expect(bundled.files.size).toBeLessThan(200);

  expect(has(separate.files, 'dist/bundle/service.js')).toBe(false);
  expect(has(separate.files, 'dist/app.js')).toBe(true);
  expect(has(separate.files, 'node_modules/@nestjs/core/nest-factory.js')).toBe(true);

  expect(bundled.description).toEqual(separate.description);
});

it('a command runs from the bundle, and from the separate files with an extension; both succeed', async () => {
  const verify = async (env: Record<string, string>) => {
    const coverage = await temporaryDirectory();
    const { code, stdout } = await runTool(['ledger', 'verify'], {
      DATABASE_URL: database.url,
      NODE_V8_COVERAGE: coverage,
      ...env,
    });
    return { code, stdout, files: await filesIn(coverage) };
  };
  const bundled = await verify({});
  const separate = await verify({ PLUGINS: await writeExtension() });
  expect(has(bundled.files, 'dist/bundle/run-command.js')).toBe(true);
  expect(has(bundled.files, 'dist/cli/run-command.js')).toBe(false);
  expect(bundled.files.size).toBeLessThan(200);
  expect(has(separate.files, 'dist/cli/run-command.js')).toBe(true);
  expect(has(separate.files, 'dist/bundle/run-command.js')).toBe(false);
  expect([bundled.code, separate.code]).toEqual([0, 0]);
  expect(bundled.stdout).toMatch(/\S/);
});

it('a start compiles none of the large scripts of the bundle', async () => {
  const bundle = join(import.meta.dirname, '../../dist/bundle');
  const files = await readdir(bundle);
  const compiled = files.filter((file) => file.endsWith('.code'));
  const large = files.filter((file) => file.endsWith('.js') && statSync(join(bundle, file)).size > LARGE);
  expect(large).toEqual(expect.arrayContaining(['app.js', 'http.js']));
  expect(compiled).toEqual(expect.arrayContaining(large.map((file) => `${file}.code`)));
  const program = `
    import { readFileSync } from 'node:fs';
    import Module from 'node:module';
    import { resolve } from 'node:path';
    import { Script } from 'node:vm';
    import { compiledCodeOf } from '../compiled-scripts.js';
    import { setV8Flags } from '../v8-flags.js';
    setV8Flags();
    const isAccepted = (file) => {
      const cachedData = compiledCodeOf(resolve(file));
      return new Script(Module.wrap(readFileSync(file, 'utf8')), { cachedData }).cachedDataRejected === false;
    };
    console.log(JSON.stringify(process.argv.slice(1).filter((file) => !isAccepted(file))));`;
  const scripts = compiled.map((file) => file.slice(0, -'.code'.length));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', program, ...scripts],
    { cwd: bundle },
  );
  expect(JSON.parse(stdout)).toEqual([]);
});

it('a start parses and checks no file of the shipped catalogue', async () => {
  const root = join(import.meta.dirname, '../..');
  const checked = JSON.parse(await readFile(join(root, 'dist/bundle/catalogue.json'), 'utf8')) as object;
  const files = (await readdir(join(root, 'catalogue'))).filter((file) => file.endsWith('.yaml'));
  const hashes = files.map(async (file) =>
    hashOf(file, await readFile(join(root, 'catalogue', file), 'utf8')),
  );
  expect(Object.keys(checked).sort()).toEqual((await Promise.all(hashes)).sort());
});
