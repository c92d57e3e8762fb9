/** The environment of a service that runs the benchmark's engine, and no other model. */
import { fileURLToPath } from 'node:url';

export const BENCH_ENGINE = {
  PLUGINS: fileURLToPath(new URL('plugin.mjs', import.meta.url)),
  CATALOGUE_DIR: fileURLToPath(new URL('catalogue', import.meta.url)),
};
