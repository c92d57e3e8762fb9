/** Starts `isolated.ts`, from the bundle or from separate files. The worker gives it the variables of its `.env`. */
import { loadProgram } from './platform/build/index.js';

await loadProgram('isolated.js');
