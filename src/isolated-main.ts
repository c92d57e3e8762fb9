/** Starts `isolated.ts`, from the bundle or from separate files. The worker gives it the variables of its `.env`. */
import { loadProgram } from './build.js';
import { setV8Flags } from './v8-flags.js';

setV8Flags();
await loadProgram('isolated.js');
