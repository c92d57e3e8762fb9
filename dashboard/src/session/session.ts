/**
 * Who is signed in. The access token lives in this module's memory and nowhere else; the refresh token is a cookie that
 * no script can read, so that a reload asks for a new access token and the session goes on. A flag in local storage says
 * only whether asking is worth it.
 */
import type { components } from '../api/schema';
import { asProblem, Problem, problemOf, unreachable } from '../api/problem';
import { hearOtherTabs, inTurn, tellOtherTabs } from './tabs';

type SessionBody = components['schemas']['SessionBody'];
export type Profile = Pick<SessionBody, 'user' | 'account'>;

export type Session =
  | { state: 'starting' }
  /** The service could not be asked; it is asked again. */
  | { state: 'unreachable'; problem: Problem }
  | { state: 'signed-out'; why: SignedOutWhy }
  | { state: 'signed-in'; profile: Profile };

/** `left`: by the person, here or in another tab. */
export type SignedOutWhy = 'never-in' | 'expired' | 'left';

export interface Credentials {
  email: string;
  password: string;
}

/** A token is renewed when it has less than this left, so that no request starts with one that ends on its way. */
const MARGIN_MS = 60_000;
/** The other tabs wait for their turn meanwhile. */
const ANSWER_MS = 30_000;
const FLAG = 'offprint.signed-in';

let session: Session = { state: 'starting' };
let token: { value: string; endsAt: number } | null = null;
let renewal: Promise<string | null> | null = null;
let timer: number | undefined;
const listeners = new Set<() => void>();

export function currentSession(): Session {
  return session;
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Takes up the session of an earlier page, if there is one, and follows what other tabs do. Call once. */
export function startSession(): void {
  hearOtherTabs((message) => {
    // The flag is the other tab's to change: it may have changed it again by now.
    if (message.kind === 'signed-out') forget('left');
    else if (session.state !== 'signed-in' || session.profile.user.id !== message.userId) void takeUp();
  });
  window.addEventListener('online', () => {
    if (session.state === 'unreachable') void resume();
  });
  void resume();
}

export async function resume(): Promise<void> {
  if (localStorage.getItem(FLAG) === null) return forget('never-in');
  await takeUp();
}

async function takeUp(): Promise<void> {
  await renewedToken().catch((error: unknown) => {
    if (session.state !== 'signed-in') change({ state: 'unreachable', problem: asProblem(error) });
  });
}

/** @throws {Problem} 401, 409, 429, … */
export async function signIn(route: 'login' | 'register', credentials: Credentials): Promise<void> {
  const body = await inTurn(() => post(`/api/auth/${route}`, credentials));
  begin(body);
  tellOtherTabs({ kind: 'signed-in', userId: body.user.id });
}

/** Sets the password of a one-time link's user and signs them in. @throws {Problem} 400 `link_invalid`, … */
export async function setPassword(link: { token: string; password: string }): Promise<void> {
  const body = await inTurn(() => post('/api/auth/password/reset', link));
  begin(body);
  tellOtherTabs({ kind: 'signed-in', userId: body.user.id });
}

/** Ends the session on the service, here and in the other tabs. @throws {Problem} when the service could not be told. */
export async function signOut(): Promise<void> {
  const response = await inTurn(() => send('/api/auth/logout', undefined, token?.value));
  if (!response.ok) throw problemOf(response, await bodyOf(response));
  end('left');
  tellOtherTabs({ kind: 'signed-out' });
}

/** A token that will last for a request, renewed first when it must be; null when nobody is signed in. */
export async function freshToken(): Promise<string | null> {
  if (token === null) return null;
  const { value, endsAt } = token;
  if (endsAt - Date.now() > MARGIN_MS / 2) return value;
  return renewedToken().catch((error: unknown) => {
    if (endsAt > Date.now()) return value;
    throw error;
  });
}

/** A new token, one renewal at a time; null when the session is over. @throws {Problem} when that cannot be known. */
export async function renewedToken(): Promise<string | null> {
  renewal ??= renew().finally(() => (renewal = null));
  return renewal;
}

async function renew(): Promise<string | null> {
  try {
    begin(await inTurn(() => post('/api/auth/refresh')));
    return token!.value;
  } catch (error) {
    if (asProblem(error).status !== 401) throw error;
    end('expired');
    return null;
  }
}

function begin({ accessToken, expiresIn, user, account }: SessionBody): void {
  const lifeMs = expiresIn * 1000;
  token = { value: accessToken, endsAt: Date.now() + lifeMs };
  localStorage.setItem(FLAG, '1');
  window.clearTimeout(timer);
  // One that fails is tried again by the next request.
  timer = window.setTimeout(
    () => void renewedToken().catch(() => null),
    Math.max(lifeMs - MARGIN_MS, lifeMs / 2),
  );
  change({ state: 'signed-in', profile: { user, account } });
}

function end(why: SignedOutWhy): void {
  localStorage.removeItem(FLAG);
  forget(why);
}

function forget(why: SignedOutWhy): void {
  token = null;
  window.clearTimeout(timer);
  change({ state: 'signed-out', why });
}

function change(next: Session): void {
  session = next;
  listeners.forEach((listener) => listener());
}

async function post(path: string, body?: object): Promise<SessionBody> {
  const response = await send(path, body);
  const answer = await bodyOf(response);
  if (!response.ok) throw problemOf(response, answer);
  return answer as SessionBody;
}

/** `keepalive`: a page that is left meanwhile still takes the new cookie, and the one before would end the session. */
async function send(path: string, body?: object, accessToken?: string): Promise<Response> {
  const headers = new Headers();
  if (body) headers.set('Content-Type', 'application/json');
  if (accessToken) headers.set('Authorization', `Bearer ${accessToken}`);
  try {
    return await fetch(path, {
      method: 'POST',
      headers,
      body: body && JSON.stringify(body),
      keepalive: true,
      signal: AbortSignal.timeout(ANSWER_MS),
    });
  } catch {
    throw unreachable();
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  return response.json().catch(() => null);
}
