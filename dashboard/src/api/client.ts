/**
 * Typed client of the service's API. Every request carries the session's access token. When the service rejects the token, the
 * client renews it and sends the request once more. When the token cannot be renewed, the session ends and the page shows the
 * sign-in. Any other 401, such as a wrong current password, is returned: a repetition would count as another wrong password.
 */
import createClient from 'openapi-fetch';
import { findValidToken, renewToken } from '../session/session';
import { outage } from './outage';
import { problemOf, unreachable } from './problem';
import type { paths } from './schema';

/** A proxy sends these when it cannot reach the service. */
const GATEWAY_STATUSES = [502, 503, 504];

export const api = createClient<paths>({ baseUrl: window.location.origin, fetch: fetchWithToken });

interface Result<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** Returns the body of a 2xx response. @throws {Problem} for any other response, and when there is none. */
export async function unwrap<T>(request: Promise<Result<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await request;
  if (!response.ok) throw problemOf(response, error);
  return data as NonNullable<T>;
}

/** Calls `fetch` with the session's token. @throws {Problem} `unreachable`. */
export async function fetchWithToken(request: Request): Promise<Response> {
  const retry = request.clone();
  const first = await send(request, await findValidToken());
  if (!(await isTokenRejected(first))) return first;
  const token = await renewToken();
  return token === null ? first : send(retry, token);
}

async function isTokenRejected(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return problemOf(response, body).code === 'invalid_token';
}

async function send(request: Request, token: string | null): Promise<Response> {
  if (token !== null) request.headers.set('Authorization', `Bearer ${token}`);
  try {
    const response = await fetch(request);
    if (GATEWAY_STATUSES.includes(response.status)) void outage.report();
    return response;
  } catch (error) {
    // The page aborted the request itself.
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    void outage.report();
    throw unreachable();
  }
}
