/** Starts `check-setup.ts`, from the bundle or from separate files. The supervisor gives it the variables of its `.env`. */
import { loadProgram } from './platform/build/index.js';

await loadProgram('check-setup.js');
