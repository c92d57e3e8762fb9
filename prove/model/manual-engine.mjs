// An engine that keeps every submit open until the trial ends it, so that a worker's step becomes a command of the model.
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

export class ManualEngine {
  held = new Map();

  holds(predictionId) {
    return this.held.has(predictionId);
  }

  /** Ends a submit. @param {'complete' | 'refuse' | 'retry'} outcome @returns whether there was one */
  end(predictionId, outcome) {
    const submit = this.held.get(predictionId);
    this.held.delete(predictionId);
    submit?.resolve(OUTCOMES[outcome](submit.work));
    return submit !== undefined;
  }

  providerOf(Provider) {
    const { held } = this;
    return class extends Provider {
      name = 'manual';
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
