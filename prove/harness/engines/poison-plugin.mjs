// A plugin that PLUGINS loads into the real service: an engine inside the service's own process. Some of its jobs kill the process
// with SIGKILL, as the kernel does when memory runs out: in their submit, in their poll, or before they store their file.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Provider } from '../../../dist/index.js';
import { flatPng } from '../../../packages/media/test/support/hostile-files.mjs';

/** Long enough that other jobs of the worker are running. */
const BEFORE_DEATH_MS = 250;
const POLL_MS = 200;
const PICTURE = flatPng(16, 16);

async function endProcess() {
  await sleep(BEFORE_DEATH_MS);
  process.kill(process.pid, 'SIGKILL');
  await sleep(60_000);
}

class PoisonProvider extends Provider {
  name = 'chaos-poison';
  resubmission = 'harmless';

  offers() {
    return true;
  }

  async submit(work) {
    const { runMs, polled, kills } = work.input;
    if (kills === 'submit') await endProcess();
    if (polled)
      return { kind: 'pending', ref: { doneAt: Date.now() + runMs }, pollAfterMs: Math.min(runMs, POLL_MS) };
    await sleep(runMs, undefined, { signal: work.signal });
    return this.finish(work);
  }

  async poll(work, ref) {
    if (work.input.kills === 'poll') await endProcess();
    if (Date.now() < ref.doneAt) return { kind: 'pending', ref, pollAfterMs: POLL_MS };
    return this.finish(work);
  }

  async finish(work) {
    if (work.input.kills === 'file') await endProcess();
    const path = join(work.directory, 'picture.png');
    await writeFile(path, PICTURE);
    return { kind: 'done', files: [{ path, contentType: 'image/png' }] };
  }
}

export default { name: 'chaos-poison', providers: [PoisonProvider] };
