// An engine that keeps every submit until the trial says how it ends: a worker's step becomes a command like any other.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

const PNG = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'teal' } })
  .png()
  .toBuffer();

const OUTCOMES = {
  async complete(work) {
    const path = join(work.directory, 'output.png');
    await writeFile(path, PNG);
    return { kind: 'done', files: [{ path, contentType: 'image/png' }] };
  },
  refuse: async () => ({ kind: 'refuse', code: 'content_rejected', message: 'The trial refuses it.' }),
  retry: async () => ({ kind: 'retry', code: 'provider_error', internal: 'the trial wants another attempt' }),
};

export class ToldEngine {
  held = new Map();

  holds(predictionId) {
    return this.held.has(predictionId);
  }

  /** @returns whether it was there to be told. @param {'complete' | 'refuse' | 'retry'} how */
  tell(predictionId, how) {
    const submit = this.held.get(predictionId);
    this.held.delete(predictionId);
    submit?.resolve(OUTCOMES[how](submit.work));
    return submit !== undefined;
  }

  providerOf(Provider) {
    const { held } = this;
    return class extends Provider {
      name = 'told';
      resubmission = 'harmless';
      offers() {
        return true;
      }
      submit(work) {
        return new Promise((resolve, reject) => {
          const submit = { work, resolve };
          held.set(work.predictionId, submit);
          work.signal.addEventListener('abort', () => {
            if (held.get(work.predictionId) === submit) held.delete(work.predictionId);
            reject(work.signal.reason);
          });
        });
      }
    };
  }
}
