/**
 * Keeps the playground's work in session storage, under the id of the user: it outlasts a reload and ends with the tab. A
 * sign-out clears it.
 */
import { useSyncExternalStore } from 'react';
import { currentSession, onSessionChange } from '../../session/session';
import { type KeptWork, NO_WORK, parseWork, serializeWork } from './kept-work';

const PREFIX = 'offprint.playground.';

let userId: string | null = null;
let work: KeptWork = NO_WORK;
const listeners = new Set<() => void>();

onSessionChange(followSession);
followSession();

function followSession(): void {
  const session = currentSession();
  if (session.state === 'signed-out') {
    if (session.reason === 'left') clearStorage();
    setWork(null, NO_WORK);
  } else if (session.state === 'signed-in' && session.profile.user.id !== userId) {
    const { id } = session.profile.user;
    setWork(id, parseWork(readStorage(PREFIX + id)));
  }
}

export function useWork(): KeptWork {
  return useSyncExternalStore(subscribe, currentWork);
}

export function currentWork(): KeptWork {
  return work;
}

export function changeWork(change: (work: KeptWork) => KeptWork): void {
  if (userId === null) return;
  setWork(userId, change(work));
  writeStorage(PREFIX + userId, serializeWork(work));
}

function setWork(owner: string | null, next: KeptWork): void {
  userId = owner;
  work = next;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Browsers can forbid storage. The work is then kept until a reload. */
function readStorage(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeStorage(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Forbidden or full.
  }
}

function clearStorage(): void {
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
    keys.forEach((key) => sessionStorage.removeItem(key));
  } catch {
    // Forbidden: nothing was stored.
  }
}
