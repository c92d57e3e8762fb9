// A plugin that PLUGINS loads into the real service: three providers for the fake engine, one for each class of resubmission after
// a lost response, and the crash points. Environment, for the trials only:
// - CHAOS_ENGINE: URL of the engine.
// - CHAOS_CLASSES: the providers (default: one of each class; `narrow`: a second idempotent one).
// - CHAOS_NO_PRESENCE=1 disables the detection of dead workers in this process, so that only leases expire.
import { Database, LocalDiskAssetStorage, Provider } from '../../../dist/index.js';
import {
  answerStatement,
  listenToTrial,
  watchProvider,
  watchStatements,
  watchStorage,
} from '../cluster/crash-points.mjs';

const {
  CHAOS_ENGINE: engine,
  CHAOS_CLASSES: classes = 'idempotent,lookup,none',
  CHAOS_NO_PRESENCE: noPresence,
} = process.env;
const POLL_MS = 100;

class ChaosProvider extends Provider {
  offers() {
    return true;
  }

  get kind() {
    return this.resubmission;
  }

  async submit(work) {
    const { prompt: _prompt, imageUrl, ...order } = work.input;
    if (imageUrl !== undefined) await work.media('imageUrl');
    let response;
    try {
      response = await fetch(`${engine}/${this.kind}/submit`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': `${work.predictionId}/${work.attempt}`,
        },
        body: JSON.stringify({ prediction: work.predictionId, ...order }),
        signal: work.signal,
      });
    } catch (error) {
      work.signal.throwIfAborted();
      const refused = error.cause?.code === 'ECONNREFUSED';
      return refused
        ? retry('not reached')
        : { kind: 'unknown', internal: `no response: ${error.cause?.code}` };
    }
    if (response.status === 503) return retry('busy');
    if (response.status === 422)
      return { kind: 'refuse', code: 'content_rejected', message: 'The engine refused it.' };
    if (!response.ok) return { kind: 'unknown', internal: `status ${response.status}` };
    return { kind: 'pending', ref: await response.json(), pollAfterMs: Math.min(order.runMs ?? 0, 1000) };
  }

  async poll(work, ref) {
    const pending = { kind: 'pending', ref, pollAfterMs: POLL_MS };
    const response = await fetch(`${engine}/jobs/${ref.job}`, { signal: work.signal }).catch(() => null);
    work.signal.throwIfAborted();
    if (response?.status === 404) return retry('the engine has lost it');
    const state = response?.ok ? await response.json() : null;
    if (state?.status !== 'done') return pending;
    return {
      kind: 'done',
      files: [{ url: `${engine}/results/${ref.job}.png`, trustedHosts: [new URL(engine).host] }],
    };
  }

  async find(work) {
    const response = await fetch(`${engine}/${this.kind}/find?prediction=${work.predictionId}`, {
      signal: work.signal,
    });
    return response.status === 404 ? null : response.json();
  }
}

const retry = (internal) => ({ kind: 'retry', code: 'provider_error', internal });

function providerOf(kind) {
  return class extends ChaosProvider {
    name = `chaos-${kind}`;
    resubmission = kind === 'narrow' ? 'idempotent' : kind;
  };
}

watchStatements(Database);
watchStorage(LocalDiskAssetStorage);
watchProvider(ChaosProvider);
if (noPresence === '1') answerStatement(Database, 'generation.absent-workers', []);
listenToTrial();

export default { name: 'chaos', providers: classes.split(',').map(providerOf) };
