// The service inside this process: the real application out of any build of it, listening, with its own parts within
// reach. For trials that have to stop it between two statements, or to be its engine.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Any secret will do, as long as processes that share a database share it. */
export const SECRET = 'a secret of the trials, long enough to be one';

/**
 * @param {string} dist directory of the build
 * @param {Record<string, string>} env settings; DATABASE_URL is required
 * @param {(load: Function) => Promise<object>} extend gives what is added to the application: providers, plugins
 * @returns {Promise<{base: string, load: Function, part: Function, stop: Function}>} `load` imports a file of the build,
 *   `part` gives the running instance of a class of it
 */
export async function startInside(dist, env, extend = async () => ({})) {
  const load = (file) => import(pathToFileURL(join(dist, file)).href);
  const { createApp } = await load('app.js');
  const { loadConfig } = await load('config/index.js');
  const directory = await mkdtemp(join(tmpdir(), 'offprint-inside-'));
  const defaults = { PORT: '0', DATA_DIR: directory, JWT_SECRET: SECRET, LOG_LEVEL: 'silent' };
  const app = await createApp(loadConfig({ ...defaults, ...env }), await extend(load));
  const base = await app.listen();
  return {
    base,
    directory,
    load,
    part: async (file, name) => app.nest.get((await load(file))[name], { strict: false }),
    stop: async () => {
      await app.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
