// Runs the service in this process: the real application of any build, with access to its classes. Trials use it to pause the service
// between two statements or to act as its engine.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Processes that share a database must share the secret. */
export const SECRET = 'a secret of the trials, long enough to be one';

/**
 * @param {string} dist directory of the build
 * @param {Record<string, string>} env settings; DATABASE_URL is required
 * @param {(load: Function) => Promise<object>} extend returns additional providers and plugins
 * @returns {Promise<{base: string, server: import('node:http').Server, load: Function, part: Function, stop: Function}>} `load` imports a file of the build,
 *   `part` returns the running instance of one of its classes
 */
export async function startInside(dist, env, extend = async () => ({})) {
  const load = (file) => import(pathToFileURL(join(dist, file)).href);
  const { createApp } = await load('app.js');
  const { loadConfig } = await load('platform/config/index.js');
  const directory = await mkdtemp(join(tmpdir(), 'offprint-inside-'));
  const defaults = { PORT: '0', DATA_DIR: directory, JWT_SECRET: SECRET, LOG_LEVEL: 'silent' };
  const app = await createApp(loadConfig({ ...defaults, ...env }), await extend(load));
  const base = await app.listen();
  return {
    base,
    server: app.nest.getHttpServer(),
    directory,
    load,
    part: async (file, name) => app.nest.get((await load(file))[name], { strict: false }),
    stop: async () => {
      await app.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
