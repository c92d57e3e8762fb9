export { importModule } from './import-module.js';
export { loadProgram } from './load-program.js';
