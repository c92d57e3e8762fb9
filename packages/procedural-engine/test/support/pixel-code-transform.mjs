// The test runner's sandbox makes every look-up of a global slow, and the built-in engine asks for `Math` per pixel and per
// sample. For its files alone, `Math` is made a constant of the module: the code is the same, only found faster.
import swcJest from '@swc/jest';

const swc = swcJest.createTransformer();
const withConstant = (result) => ({ ...result, code: `const Math = globalThis.Math;${result.code}` });

export default {
  ...swc,
  process: (...given) => withConstant(swc.process(...given)),
  processAsync: async (...given) => withConstant(await swc.processAsync(...given)),
};
