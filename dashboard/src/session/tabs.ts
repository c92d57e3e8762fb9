/** Synchronises the session between the tabs of a browser. Messages never contain a token: each tab renews its own. */

export type TabMessage = { kind: 'signed-in'; userId: string } | { kind: 'signed-out' };

const channel = openChannel();

/** Browsers that forbid storage may forbid channels too. Each tab is then signed in and out by itself. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('offprint-session');
  } catch {
    return null;
  }
}

export function notifyOtherTabs(message: TabMessage): void {
  channel?.postMessage(message);
}

export function onTabMessage(listener: (message: TabMessage) => void): void {
  channel?.addEventListener('message', (event: MessageEvent<TabMessage>) => listener(event.data));
}

/**
 * Runs the work of all tabs one after the other, under a Web Lock. A refresh token is single-use and a second use ends the
 * session: two tabs must not send the same token, nor one that a sign-in or sign-out is replacing. Browsers offer locks only
 * on https and localhost, and deny them where they forbid storage. Without locks, a user who opens two tabs at once may have to
 * sign in again.
 */
export async function withSessionLock<T>(work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work();
  const lock = { isGranted: false };
  try {
    return await navigator.locks.request('offprint-session', () => {
      lock.isGranted = true;
      return work();
    });
  } catch (error) {
    // An error of the work itself.
    if (lock.isGranted) throw error;
    return work();
  }
}
