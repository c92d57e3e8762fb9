/**
 * Libraries that load on first use, in a process whose file descriptors are exhausted at that moment. On Node.js 20 an
 * `import()` that fails once fails until the process ends.
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeClip } from '../../packages/media/test/support/media-files.js';
import { temporaryDirectory } from '../support/service-process.js';

const MAX_DESCRIPTORS = 128;
const run = promisify(execFile);

/** Runs a script with `dist` as its argument. It sets `left`, the free descriptors; `outcomes` is printed and returned. */
async function runWithFewDescriptors(script: string, ...args: string[]): Promise<string[]> {
  const program = `
    import { closeSync, openSync } from 'node:fs';
    const [load, clip] = process.argv.slice(1);
    const held = [];
    /** Opens files until only so many descriptors are left. */
    const leave = (left) => {
      try { for (;;) held.push(openSync('/dev/null')); } catch (error) { if (error.code !== 'EMFILE') throw error; }
      for (; left > 0; left -= 1) closeSync(held.pop());
    };
    const release = () => { while (held.length > 0) closeSync(held.pop()); };
    const outcomes = [];
    const attempt = async (work) => {
      try { await work(); outcomes.push('ok'); } catch (error) { outcomes.push((error.cause ?? error).code ?? String(error)); }
    };
    ${script}
    console.log(JSON.stringify(outcomes));
  `;
  const command = `ulimit -n ${MAX_DESCRIPTORS} && exec "$0" --input-type=module -e "$@"`;
  const { stdout } = await run('sh', ['-c', command, process.execPath, program, ...args]);
  return JSON.parse(stdout) as string[];
}

const dist = (file: string) => join(process.cwd(), 'packages/media/dist', file);

it.each(['httpLibrary', 'mediaLibrary'])('%s loads after it failed once', async (name) => {
  const script = `
    const libraries = await import(load);
    leave(0);
    await attempt(libraries.${name});
    release();
    await attempt(libraries.${name});
  `;
  const outcomes = await runWithFewDescriptors(script, dist('libraries/library-loading.js'));
  expect(outcomes).toEqual(['EMFILE', 'ok']);
});

it('inspects a video after the first attempt had one file descriptor', async () => {
  const clip = join(await temporaryDirectory(), 'clip.mp4');
  await writeFile(clip, await makeClip('mp4'));
  const script = `
    const { inspectAsset } = await import(load);
    leave(1);
    await attempt(() => inspectAsset(clip, 'video/mp4'));
    release();
    await attempt(() => inspectAsset(clip, 'video/mp4'));
  `;
  const outcomes = await runWithFewDescriptors(script, dist('inspection/inspect.js'), clip);
  expect(outcomes.at(-1)).toBe('ok');
});
