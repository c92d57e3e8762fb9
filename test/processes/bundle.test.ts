/** The service and the commands run from the bundle, which they share with extensions. */
import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hashOf } from '../../src/catalogue/checked-documents.js';
import { call } from '../support/client.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { endServices, runTool, spawnService, temporaryDirectory } from '../support/service-process.js';

/** In bytes. */
const LARGE = 50_000;
const ROOT = join(import.meta.dirname, '../..');
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
async function run(env: Record<string, string>, program?: string) {
  const coverage = await temporaryDirectory();
  const settings = { DATABASE_URL: database.url, NODE_V8_COVERAGE: coverage, ...env };
  const service = await spawnService(settings, program);
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

/** An extension whose start fails when a shared package that it imports or requires is another than the service's. */
async function writeExtension(): Promise<string> {
  const directory = await temporaryDirectory();
  await symlink(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  await writeFile(join(directory, 'required.cjs'), "module.exports = require('typeorm');");
  const extension = join(directory, 'extension.mjs');
  await writeFile(
    extension,
    `import assert from 'node:assert/strict';
    import { Module } from '@nestjs/common';
    import { ModuleRef } from '@nestjs/core';
    import { Database } from 'offprint';
    import * as typeorm from 'typeorm';
    import required from './required.cjs';
    assert.equal(required.DataSource, typeorm.DataSource);
    class Greeting {
      constructor(moduleRef) {
        this.moduleRef = moduleRef;
      }
      onModuleInit() {
        for (const type of [Database, typeorm.DataSource])
          assert.ok(this.moduleRef.get(type, { strict: false }) instanceof type);
      }
    }
    Reflect.defineMetadata('design:paramtypes', [ModuleRef], Greeting);
    class GreetingModule {}
    Module({ providers: [Greeting] })(GreetingModule);
    export default { name: 'an extension', plugins: [GreetingModule] };`,
  );
  return extension;
}

const has = (files: ReadonlySet<string>, path: string) => [...files].some((file) => file.endsWith(path));

it('starts from the bundle, in a few files, and serves the same description as from the separate files', async () => {
  const bundled = await run({});
  const extended = await run({ PLUGINS: await writeExtension() });
  const separate = await run({}, join(ROOT, 'dist/service.js'));

  for (const { files } of [bundled, extended]) {
    expect(has(files, 'dist/bundle/service.js')).toBe(true);
    expect(has(files, 'dist/app.js')).toBe(false);
    expect(has(files, 'node_modules/@nestjs/core/nest-factory.js')).toBe(false);
    expect(has(files, 'node_modules/typeorm/index.js')).toBe(false);
    expect(files.size).toBeLessThan(200);
  }

  expect(has(separate.files, 'dist/bundle/service.js')).toBe(false);
  expect(has(separate.files, 'dist/app.js')).toBe(true);
  expect(has(separate.files, 'node_modules/@nestjs/core/nest-factory.js')).toBe(true);

  expect(bundled.description).toEqual(separate.description);
  expect(extended.description).toEqual(separate.description);
});

it('a command runs from the bundle, without and with an extension; both succeed', async () => {
  const verify = async (env: Record<string, string>) => {
    const coverage = await temporaryDirectory();
    const { code, stdout } = await runTool(['ledger', 'verify'], {
      DATABASE_URL: database.url,
      NODE_V8_COVERAGE: coverage,
      ...env,
    });
    return { code, stdout, files: await filesIn(coverage) };
  };
  for (const env of [{}, { PLUGINS: await writeExtension() }]) {
    const { code, stdout, files } = await verify(env as Record<string, string>);
    expect(has(files, 'dist/bundle/run-command.js')).toBe(true);
    expect(has(files, 'dist/cli/run-command.js')).toBe(false);
    expect(files.size).toBeLessThan(200);
    expect(code).toBe(0);
    expect(stdout).toMatch(/\S/);
  }
});

it('a start compiles none of the large scripts of the bundle', async () => {
  const bundle = join(ROOT, 'dist/bundle');
  const { files } = await run({ PLUGINS: await writeExtension() });
  const loaded = [...files].map((url) => fileURLToPath(url)).filter((file) => dirname(file) === bundle);
  const large = loaded.filter((file) => statSync(file).size > LARGE).map((file) => basename(file));
  // A request for the description loads it.
  const scripts = large.filter((file) => file !== 'openapi.js');
  expect(scripts).toContain('app.js');
  const program = `
    import { readFileSync } from 'node:fs';
    import Module from 'node:module';
    import { resolve } from 'node:path';
    import { Script } from 'node:vm';
    import { compiledCodeOf } from '../platform/build/compiled-scripts.js';
    import { setV8Flags } from '../platform/build/v8-flags.js';
    setV8Flags();
    const isAccepted = (file) => {
      const cachedData = compiledCodeOf(resolve(file));
      return new Script(Module.wrap(readFileSync(file, 'utf8')), { cachedData }).cachedDataRejected === false;
    };
    console.log(JSON.stringify(process.argv.slice(1).filter((file) => !isAccepted(file))));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', program, ...scripts],
    { cwd: bundle },
  );
  expect(JSON.parse(stdout)).toEqual([]);
});

it('a start parses and checks no file of the shipped catalogue', async () => {
  const checked = JSON.parse(await readFile(join(ROOT, 'dist/bundle/catalogue.json'), 'utf8')) as object;
  const files = (await readdir(join(ROOT, 'catalogue'))).filter((file) => file.endsWith('.yaml'));
  const hashes = files.map(async (file) =>
    hashOf(file, await readFile(join(ROOT, 'catalogue', file), 'utf8')),
  );
  expect(Object.keys(checked).sort()).toEqual((await Promise.all(hashes)).sort());
});
