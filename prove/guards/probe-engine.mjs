// Two scripted engines that count their paid calls. One supports the lookup of a submit after a lost response, the other does
// not.

export class ProbeEngines {
  scripts = new Map();
  calls = new Map();

  /** @param {{submit?: (work: object) => Promise<object>, find?: () => Promise<object | null>}} script */
  setScript(predictionId, script) {
    this.scripts.set(predictionId, script);
  }

  /** Returns the paid calls of the prediction so far. */
  submits(predictionId) {
    return this.calls.get(predictionId) ?? 0;
  }

  /** @param Provider the port of the probed build @returns provider classes to register */
  providersOf(Provider) {
    const engines = this;
    return ['none', 'lookup'].map(
      (resubmission) =>
        class extends Provider {
          name = `probe-${resubmission}`;
          resubmission = resubmission;
          offers() {
            return true;
          }
          async submit(work) {
            engines.calls.set(work.predictionId, engines.submits(work.predictionId) + 1);
            const refuse = {
              kind: 'refuse',
              code: 'provider_error',
              message: 'The engine has no script for this prediction.',
            };
            return engines.scripts.get(work.predictionId)?.submit?.(work) ?? refuse;
          }
          async find(work) {
            return engines.scripts.get(work.predictionId)?.find?.(work) ?? null;
          }
        },
    );
  }
}

/** A submit that gets no response until the worker aborts it. */
export const neverRespond = (work) =>
  new Promise((_resolve, reject) => {
    work.signal.addEventListener('abort', () => reject(work.signal.reason), { once: true });
  });
