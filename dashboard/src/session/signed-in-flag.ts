/**
 * Remembers in local storage that the browser has a session, so that a visitor without one causes no renewal. Browsers can forbid
 * storage: the session is then kept in memory, and each new page asks the service.
 */
const NAME = 'offprint.signed-in';

/** Whether an earlier page has signed in; null where storage is forbidden. */
export function wasSignedIn(): boolean | null {
  try {
    return localStorage.getItem(NAME) !== null;
  } catch {
    return null;
  }
}

export function rememberSignIn(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(NAME, '1');
    else localStorage.removeItem(NAME);
  } catch {
    // Forbidden or full.
  }
}
