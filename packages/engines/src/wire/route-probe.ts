import type { EngineClient } from './engine-client.js';

/** A server without the route, or without its method, answers one of these before it reads the body. */
const LACKING = new Set([404, 405, 501]);
/** Neither JSON nor a form: every server that has the route rejects it before any work. */
const UNREADABLE = '{';

/**
 * Finds out whether the server has a route that accepts POST requests, without causing work. A GET does not show it: many servers answer
 * 404 to another method of a route that they have (stable-diffusion.cpp, servers on Gin or Express).
 * @returns what the server answered when it lacks the route, else null.
 */
export async function lacksRoute(
  client: EngineClient,
  url: string,
  timeoutMs: number,
): Promise<string | null> {
  const { status } = await client.exchange({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    body: UNREADABLE,
    signal: new AbortController().signal,
    timeoutMs,
  });
  return LACKING.has(status) ? `${status} POST ${url}` : null;
}
