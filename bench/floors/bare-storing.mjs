/** Copies a file with its hash and flushes it, and does nothing else. See ../storing-program.mjs. */
import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { serveStoring } from '../storing-program.mjs';

await serveStoring(async (directory) => {
  const outputs = join(directory, 'predictions');
  await mkdir(outputs);
  return async (path, index) => {
    const bytes = await readFile(path);
    createHash('sha256').update(bytes).digest('hex');
    const temporary = join(directory, 'part');
    const file = await open(temporary, 'wx');
    await file.write(bytes);
    await file.sync();
    await file.close();
    await mkdir(join(outputs, String(index)));
    await rename(temporary, join(outputs, String(index), '0.png'));
    for (const path of [join(outputs, String(index)), outputs]) {
      const parent = await open(path);
      await parent.sync();
      await parent.close();
    }
  };
});
