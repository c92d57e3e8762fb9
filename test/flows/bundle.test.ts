/** `node dist/main.js` runs the bundle, and the separate files for extensions; both serve the same description. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { call } from '../support/client.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { endServices, spawnService, temporaryDirectory } from '../support/service-process.js';

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
  const reports = await Promise.all(
    (await readdir(coverage)).map((file) => readFile(join(coverage, file), 'utf8')),
  );
  const files = reports.flatMap((report) => (JSON.parse(report) as Coverage).result.map(({ url }) => url));
  return { description: body, files: new Set(files.filter((url) => url.startsWith('file:'))) };
}

it('starts from the bundle, in a few files, and serves the same description as from the separate files', async () => {
  const bundled = await run({});
  const extension = join(await temporaryDirectory(), 'extension.mjs');
  await writeFile(extension, "export default { name: 'an empty extension' };");
  const separate = await run({ PLUGINS: extension });
  const has = (files: ReadonlySet<string>, path: string) => [...files].some((file) => file.endsWith(path));

  expect(has(bundled.files, 'dist/bundle/service.js')).toBe(true);
  expect(has(bundled.files, 'dist/app.js')).toBe(false);
  expect(has(bundled.files, 'node_modules/@nestjs/core/nest-factory.js')).toBe(false);
  expect(bundled.files.size).toBeLessThan(200);

  expect(has(separate.files, 'dist/bundle/service.js')).toBe(false);
  expect(has(separate.files, 'dist/app.js')).toBe(true);
  expect(has(separate.files, 'node_modules/@nestjs/core/nest-factory.js')).toBe(true);

  expect(bundled.description).toEqual(separate.description);
});
