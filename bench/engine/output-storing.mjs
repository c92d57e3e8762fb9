/** Stores outputs as a worker does: detects the type, inspects, copies. See ../storing-program.mjs. */
import { LocalDiskAssetStorage } from '../../dist/assets/index.js';
import { OutputStore } from '../../dist/generation/worker/output.store.js';
import { serveStoring } from '../storing-program.mjs';

await serveStoring(async (directory) => {
  const outputs = new OutputStore(new LocalDiskAssetStorage(directory));
  return async (path, index) => {
    const work = { predictionId: `pred_${index}` };
    await outputs.store(work, [{ path, contentType: 'image/png' }]);
  };
});
