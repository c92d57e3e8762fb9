// Writes openapi.json: the API description that the service serves with default settings. The file is committed, so that a
// contract change is visible in review; a test compares it with the served description. `--check` writes nothing and fails when
// the file is out of date. The table of docs/roles.md comes from it, in the same way.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFirst } from './build-first.mjs';
import { withRoles } from './roles-table.mjs';

const file = fileURLToPath(new URL('../openapi.json', import.meta.url));
const rolesFile = fileURLToPath(new URL('../docs/roles.md', import.meta.url));

if (!buildFirst({ script: 'build:service' })) process.exit(1);

async function describe() {
  const { createApp } = await import('../dist/app.js');
  const { loadConfig } = await import('../dist/platform/config/index.js');
  const directory = await mkdtemp(join(tmpdir(), 'offprint-openapi-'));
  try {
    // Ignores the environment: the description is that of a fresh installation.
    const app = await createApp(
      loadConfig({ PORT: '0', DATA_DIR: directory, LOG_LEVEL: 'error', ROLES: 'api' }),
    );
    try {
      const answer = await fetch(`${await app.listen()}/api/openapi.json`);
      return `${JSON.stringify(await answer.json(), null, 2)}\n`;
    } finally {
      await app.close();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const text = await describe();
const files = {
  'openapi.json': { path: file, text },
  'docs/roles.md': {
    path: rolesFile,
    text: withRoles(await readFile(rolesFile, 'utf8'), JSON.parse(text)),
  },
};
for (const [name, { path, text: next }] of Object.entries(files)) {
  if (!process.argv.includes('--check')) {
    await writeFile(path, next);
    console.log(`wrote ${name}`);
  } else if ((await readFile(path, 'utf8').catch(() => '')) !== next) {
    console.error(`${name} is not up to date: run \`npm run generate -- openapi\` and commit it.`);
    process.exitCode = 1;
  }
}
