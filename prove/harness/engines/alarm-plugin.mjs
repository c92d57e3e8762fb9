// A plugin for the trial of the alerts, loaded into the real service by PLUGINS. It adds an engine that follows the input of each
// prediction, an engine whose credentials are rejected, and a listener.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventListener, Provider } from '../../../dist/index.js';
import { flatPng } from '../../../packages/media/test/support/hostile-files.mjs';

const PICTURE = flatPng(16, 16);
const LONG_MS = 300_000;
const POLL_MS = 200;

class AlarmProvider extends Provider {
  name = 'chaos-alarm';
  resubmission = 'harmless';

  offers() {
    return true;
  }

  async submit(work) {
    const { does } = work.input;
    if (does === 'kill') process.kill(process.pid, 'SIGKILL');
    if (does === 'fail') return { kind: 'refuse', code: 'provider_error', message: 'It always fails.' };
    if (does === 'submit-for-long') await sleep(LONG_MS, undefined, { signal: work.signal });
    if (does === 'run-for-long') return { kind: 'pending', ref: {}, pollAfterMs: POLL_MS };
    const path = join(work.directory, 'picture.png');
    await writeFile(path, PICTURE);
    return { kind: 'done', files: [{ path, contentType: 'image/png' }] };
  }

  async poll(_work, ref) {
    return { kind: 'pending', ref, pollAfterMs: POLL_MS };
  }
}

class BrokenProvider extends Provider {
  name = 'chaos-broken';
  resubmission = 'harmless';

  offers() {
    return true;
  }

  async submit() {
    return { kind: 'retry', code: 'provider_error', internal: 'credentials rejected', operatorSide: true };
  }

  async check() {
    return { ok: false, detail: 'credentials rejected' };
  }
}

class AlarmListener extends EventListener {
  name = 'chaos-alarm';
  kinds = ['prediction.completed'];

  handle() {
    return Promise.resolve();
  }
}

export default {
  name: 'chaos-alarm',
  providers: [AlarmProvider, BrokenProvider],
  listeners: [AlarmListener],
};
