// In the test runner's sandbox every look-up of a global is slow, and the built-in engine uses `Math` per pixel and per
// sample. This transform makes `Math` a constant of the module in the engine's files.
import swcJest from '@swc/jest';

const swc = swcJest.createTransformer();
const withConstant = (result) => ({ ...result, code: `const Math = globalThis.Math;${result.code}` });

export default {
  ...swc,
  process: (...given) => withConstant(swc.process(...given)),
  processAsync: async (...given) => withConstant(await swc.processAsync(...given)),
};
