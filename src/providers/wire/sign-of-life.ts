import type { EngineCheck } from '../provider.js';
import type { EngineAnswer, EngineClient } from './engine-client.js';

const CHECK_MS = 5_000;

/**
 * Asks an engine for something that costs nothing, with our credentials.
 * @param path below the engine's address.
 * @param accepts whether the answer shows a working engine that knows us. Default: any success.
 * @param headers what the engine wants beside our credentials, such as a version.
 */
export async function signOfLife(
  client: EngineClient,
  path: string,
  accepts: (answer: EngineAnswer) => boolean = ({ ok }) => ok,
  headers: Readonly<Record<string, string>> = {},
): Promise<EngineCheck> {
  try {
    const { signal } = new AbortController();
    const answer = await client.exchange({ url: path, headers, signal, timeoutMs: CHECK_MS });
    if (accepts(answer)) return { ok: true, detail: `${answer.status} GET ${path}` };
    const refused = answer.status === 401 || answer.status === 403;
    return {
      ok: false,
      detail: refused ? `${answer.status}: the credentials are not accepted` : `${answer.status} GET ${path}`,
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, detail: client.redact(message).replaceAll(/\s+/g, ' ') };
  }
}
