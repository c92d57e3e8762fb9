/**
 * Holds the session. The access token is kept only in this module's memory. The refresh token is an HttpOnly cookie, so a
 * reload requests a new access token and the session continues. A flag says whether a refresh is worth trying.
 */
import { outage } from '../api/outage';
import { asProblem, Problem, problemOf, unreachable } from '../api/problem';
import type { components } from '../api/schema';
import { rememberSignIn, wasSignedIn } from './signed-in-flag';
import { notifyOtherTabs, onTabMessage, withSessionLock } from './tabs';

type SessionBody = components['schemas']['SessionBody'];
export type Profile = Pick<SessionBody, 'user' | 'account' | 'accounts'>;

export type Session =
  | { state: 'starting' }
  /** The service could not be reached; the page retries. */
  | { state: 'unreachable'; problem: Problem }
  | { state: 'signed-out'; reason: SignedOutReason }
  | { state: 'signed-in'; profile: Profile };

/** `left`: the user signed out, here or in another tab. `deleted`: the account was deleted on this page. */
type SignedOutReason = 'never-in' | 'expired' | 'left' | 'deleted';

export interface Credentials {
  email: string;
  password: string;
}

/** A token is renewed this long before it expires, so that it does not expire during a request. */
const RENEWAL_MARGIN_MS = 60_000;
/** Bounds how long this tab holds the session lock that the other tabs wait for. */
const RESPONSE_TIMEOUT_MS = 30_000;

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

/** Restores the session of an earlier page, if any, and follows the other tabs. Call once. */
export function startSession(): void {
  onTabMessage((message) => {
    // Does not touch the flag: the other tab owns the change and may have changed it again.
    if (message.kind === 'signed-out') clearSession('left');
    else if (session.state !== 'signed-in' || session.profile.user.id !== message.userId)
      void restoreSession();
  });
  window.addEventListener('online', () => {
    if (session.state === 'unreachable') void resumeSession();
  });
  void resumeSession();
}

export async function resumeSession(): Promise<void> {
  if (wasSignedIn() === false) clearSession('never-in');
  else await restoreSession();
}

async function restoreSession(): Promise<void> {
  await renewToken().catch((error: unknown) => {
    if (session.state !== 'signed-in') setSession({ state: 'unreachable', problem: asProblem(error) });
  });
}

/** @throws {Problem} 401, 409, 429, … */
export async function signIn(route: 'login' | 'register', credentials: Credentials): Promise<void> {
  const body = await withSessionLock(() => post(`/api/auth/${route}`, credentials));
  beginSession(body);
  notifyOtherTabs({ kind: 'signed-in', userId: body.user.id });
}

/** Sets the password of a one-time link's user and signs them in. @throws {Problem} 400 `link_invalid`, … */
export async function setPassword(link: { token: string; password: string }): Promise<void> {
  const body = await withSessionLock(() => post('/api/auth/password/reset', link));
  beginSession(body);
  notifyOtherTabs({ kind: 'signed-in', userId: body.user.id });
}

/** Makes the first administrator and signs in. @throws {Problem} 400 `link_invalid`, 409 `setup_completed`, … */
export async function setUp(administrator: Credentials & { token: string }): Promise<void> {
  const body = await withSessionLock(() => post('/api/auth/setup', administrator));
  beginSession(body);
  notifyOtherTabs({ kind: 'signed-in', userId: body.user.id });
}

/** Signs up with the link of an invitation. @throws {Problem} 400 `link_invalid`, 409 `email_taken`, … */
export async function registerInvited(link: { token: string; password: string }): Promise<void> {
  const body = await withSessionLock(() => post('/api/auth/register/invited', link));
  beginSession(body);
  notifyOtherTabs({ kind: 'signed-in', userId: body.user.id });
}

/** Continues the session in another account of the user, with a page that begins anew. @throws {Problem} */
export async function switchAccount(accountId: string): Promise<void> {
  const valid = (await findValidToken()) ?? undefined;
  await withSessionLock(() => post('/api/auth/switch', { accountId }, valid));
  window.location.assign('/');
}

/** Ends the session on the service, here and in the other tabs. @throws {Problem} when the service cannot be reached. */
export async function signOut(): Promise<void> {
  const response = await withSessionLock(() => send('/api/auth/logout', undefined, token?.value));
  if (!response.ok) throw problemOf(response, await bodyOf(response));
  endSession('left');
  notifyOtherTabs({ kind: 'signed-out' });
}

/** Ends the session here and in the other tabs. The service has ended it with the account. */
export function leaveDeletedAccount(): void {
  endSession('deleted');
  notifyOtherTabs({ kind: 'signed-out' });
}

/** Returns a token that stays valid for a request, renewing it if necessary; null when no user is signed in. */
export async function findValidToken(): Promise<string | null> {
  if (token === null) return null;
  const { value, endsAt } = token;
  if (endsAt - Date.now() > RENEWAL_MARGIN_MS / 2) return value;
  return renewToken().catch((error: unknown) => {
    if (endsAt > Date.now()) return value;
    throw error;
  });
}

/** Renews the token, one renewal at a time; returns null when the session has ended. @throws {Problem} when unknown. */
export async function renewToken(): Promise<string | null> {
  renewal ??= requestRenewal().finally(() => (renewal = null));
  return renewal;
}

async function requestRenewal(): Promise<string | null> {
  try {
    beginSession(await withSessionLock(() => post('/api/auth/refresh')));
    return token!.value;
  } catch (error) {
    if (asProblem(error).status !== 401) throw error;
    // A request that was under way when the session ended does not change why it ended.
    // A visitor whose browser forbids storage has asked without knowing whether there is a session.
    const isStranger = session.state !== 'signed-in' && wasSignedIn() === null;
    if (session.state !== 'signed-out') endSession(isStranger ? 'never-in' : 'expired');
    return null;
  }
}

function beginSession({ accessToken, expiresIn, user, account, accounts }: SessionBody): void {
  if (isInAnotherAccount(user.id, account.id)) {
    // Another tab has switched: nothing that this page shows or has typed belongs to the account.
    window.location.assign('/');
  }
  const lifeMs = expiresIn * 1000;
  token = { value: accessToken, endsAt: Date.now() + lifeMs };
  rememberSignIn(true);
  window.clearTimeout(timer);
  // After a failure the next request renews the token.
  timer = window.setTimeout(
    () => void renewToken().catch(() => null),
    Math.max(lifeMs - RENEWAL_MARGIN_MS, lifeMs / 2),
  );
  setSession({ state: 'signed-in', profile: { user, account, accounts } });
}

function isInAnotherAccount(userId: string, accountId: string): boolean {
  if (session.state !== 'signed-in') return false;
  const { user, account } = session.profile;
  return user.id === userId && account.id !== accountId;
}

function endSession(reason: SignedOutReason): void {
  rememberSignIn(false);
  clearSession(reason);
}

function clearSession(reason: SignedOutReason): void {
  token = null;
  window.clearTimeout(timer);
  setSession({ state: 'signed-out', reason });
}

function setSession(next: Session): void {
  session = next;
  listeners.forEach((listener) => listener());
}

async function post(path: string, body?: object, accessToken?: string): Promise<SessionBody> {
  const response = await send(path, body, accessToken);
  const answer = await bodyOf(response);
  if (!response.ok) throw problemOf(response, answer);
  return answer as SessionBody;
}

/**
 * Sends a request with `keepalive`, so that the browser stores the new cookie even when the page is closed meanwhile.
 * Otherwise the next page would send the used refresh token, which ends the session.
 */
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
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
  } catch {
    void outage.report();
    throw unreachable();
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  return response.json().catch(() => null);
}
