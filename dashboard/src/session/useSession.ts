import { useSyncExternalStore } from 'react';
import { currentSession, onSessionChange, type Profile, type Session } from './session';

export function useSession(): Session {
  return useSyncExternalStore(onSessionChange, currentSession);
}

/** Returns the signed-in user and account. Use only inside `SessionGate`. */
export function useProfile(): Profile {
  const session = useSession();
  if (session.state !== 'signed-in') throw new Error('rendered outside of the session');
  return session.profile;
}
