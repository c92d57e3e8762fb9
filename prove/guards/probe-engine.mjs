// Two engines that do what a probe tells them and count their paid calls: one that can be asked for a submit whose
// answer was lost, and one that cannot.

export class ProbeEngines {
  scripts = new Map();
  calls = new Map();

  /** @param {{submit?: (work: object) => Promise<object>, find?: () => Promise<object | null>}} script */
  direct(predictionId, script) {
    this.scripts.set(predictionId, script);
  }

  /** Paid calls for the prediction so far. */
  submits(predictionId) {
    return this.calls.get(predictionId) ?? 0;
  }

  /** @param Provider the port of the service that is being probed @returns classes to register */
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
              message: 'Nobody told the engine what to do.',
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

/** An answer that never comes, until the worker gives up. */
export const silence = (work) =>
  new Promise((_resolve, reject) => {
    work.signal.addEventListener('abort', () => reject(work.signal.reason), { once: true });
  });
