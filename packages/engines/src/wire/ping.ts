import type { EngineCheck } from '../provider.js';
import type { EngineClient, EngineResponse } from './engine-client.js';

const CHECK_MS = 5_000;

/**
 * Checks an engine by a free request with our credentials.
 * @param path below the engine's address.
 * @param accepts whether the response shows a working engine that accepts our credentials. Default: any success.
 * @param headers that the engine requires beside our credentials, such as a version.
 */
export async function ping(
  client: EngineClient,
  path: string,
  accepts: (response: EngineResponse) => boolean = ({ ok }) => ok,
  headers: Readonly<Record<string, string>> = {},
): Promise<EngineCheck> {
  try {
    const { signal } = new AbortController();
    const response = await client.exchange({ url: path, headers, signal, timeoutMs: CHECK_MS });
    if (accepts(response)) return { ok: true, detail: `${response.status} GET ${path}` };
    const refused = response.status === 401 || response.status === 403;
    return {
      ok: false,
      detail: refused
        ? `${response.status}: the credentials are not accepted`
        : `${response.status} GET ${path}`,
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, detail: client.redact(message).replaceAll(/\s+/g, ' ') };
  }
}
