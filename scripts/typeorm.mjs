// Runs TypeORM's command line, which reads ormconfig.ts. Node cannot compile TypeScript with decorators, so a hook compiles it.
import { createRequire, register } from 'node:module';

const require = createRequire(createRequire(import.meta.url).resolve('typeorm/cli.js'));
// Required before the hook is registered: afterwards Node 20 cannot require an ES module, which this package is.
require('yargs');
require('yargs/helpers');
register('./typescript-hook.mjs', import.meta.url);
require('typeorm/cli.js');
