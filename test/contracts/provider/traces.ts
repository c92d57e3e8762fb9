/** Records of exchanges at the engine, and texts that an adapter reports. */
import type { EngineExchange, EngineState } from '../../support/engine-process.js';
import type { ProviderFixture } from '../provider.contract.js';

export const paidCalls = ({ paid }: EngineState): number =>
  Object.values(paid).reduce((sum, n) => sum + n, 0);

export const submits = ({ requests }: EngineState): EngineExchange[] =>
  requests.filter((one) => one.isSubmit);

/** @param where reported on a failure instead of the value, which may contain the secret. */
export function expectNoSecret({ secret }: ProviderFixture, where: string, value: unknown): void {
  if (secret === null) return;
  const text = decodeURIComponent(JSON.stringify(value).replaceAll('%', '%25')) + JSON.stringify(value);
  const forms = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')];
  expect([where, forms.some((form) => text.includes(form))]).toEqual([where, false]);
}

/** Returns the texts of the engine's responses that are long enough to recognise. */
export function engineWords({ requests }: EngineState): string[] {
  const words = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') words.add(value);
    else if (value !== null && typeof value === 'object') Object.values(value).forEach(collect);
  };
  for (const { answer } of requests) {
    if (!answer) continue;
    try {
      collect(JSON.parse(answer.body));
    } catch {
      words.add(answer.body);
    }
  }
  return [...words].filter((text) => text.length >= 12);
}
