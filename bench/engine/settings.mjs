/** Environment of a service that offers only the benchmark's models. */
import { fileURLToPath } from 'node:url';

export const BENCH_ENGINE = {
  PLUGINS: fileURLToPath(new URL('plugin.mjs', import.meta.url)),
  CATALOGUE_DIR: fileURLToPath(new URL('catalogue', import.meta.url)),
};
