/** The extension of packages/redis-limits, with `offprint` resolved to this build as in an installation of both. */
import { register } from 'node:module';

const hooks = `export const resolve = (name, context, next) => name === 'offprint'
  ? { url: ${JSON.stringify(new URL('../../dist/index.js', import.meta.url).href)}, shortCircuit: true }
  : next(name, context);`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
const { default: plugin } = await import('../../packages/redis-limits/dist/index.js');
export default plugin;
