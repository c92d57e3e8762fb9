/**
 * The typed client of the service's own API. Every request carries the session's access token; one that is told 401 is
 * sent once more with a renewed token, and when there is none, the session has ended and the page goes to the sign-in.
 */
import createClient from 'openapi-fetch';
import { freshToken, renewedToken } from '../session/session';
import { problemOf, unreachable } from './problem';
import type { paths } from './schema';

export const api = createClient<paths>({ baseUrl: window.location.origin, fetch: authorized });

interface Result<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** @returns the body of a good answer. @throws {Problem} for every other one, and when none comes. */
export async function ask<T>(request: Promise<Result<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await request;
  if (!response.ok) throw problemOf(response, error);
  return data as NonNullable<T>;
}

/** As `fetch`, with the session's token. @throws {Problem} `unreachable`. */
export async function authorized(request: Request): Promise<Response> {
  const again = request.clone();
  const first = await send(request, await freshToken());
  if (first.status !== 401) return first;
  const token = await renewedToken();
  return token === null ? first : send(again, token);
}

async function send(request: Request, token: string | null): Promise<Response> {
  if (token !== null) request.headers.set('Authorization', `Bearer ${token}`);
  try {
    return await fetch(request);
  } catch (error) {
    // Called off by the page itself, which knows why.
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unreachable();
  }
}
