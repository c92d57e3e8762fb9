/** Compiles the conventional application with swc, like the service, beside the peers' packages, and starts it. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';
import { WINDOW_SECONDS } from '../../dist/platform/limits/index.js';
import { installPeers } from '../peers/start.mjs';
import { startProgram } from '../program.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '../..');
const BUILT = join(HERE, '../peers/node_modules/.usual');

/** Starts the application. @returns url, pid and postmasterPid, as `measureLoad` expects. */
export async function startUsual({ after, log, postgres }, { databaseUrl, redisUrl }) {
  installPeers(log);
  await mkdir(BUILT, { recursive: true });
  await writeFile(join(BUILT, 'package.json'), '{ "type": "module" }\n');
  for (const name of await readdir(HERE)) {
    if (!name.endsWith('.ts')) continue;
    const { code } = await transformFile(join(HERE, name), { swcrc: true, root: ROOT, sourceMaps: false });
    await writeFile(join(BUILT, name.replace(/\.ts$/, '.js')), code);
  }
  const program = await startProgram(join(BUILT, 'main.js'), [databaseUrl, redisUrl, String(WINDOW_SECONDS)]);
  after(program.stop);
  return {
    url: `http://127.0.0.1:${program.first}`,
    pid: program.pid,
    postmasterPid: postgres.postmasterPid,
  };
}
