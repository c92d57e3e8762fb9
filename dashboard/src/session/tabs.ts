/** What the tabs of one browser tell each other about the session they share. Never a token: each tab renews its own. */

export type TabMessage = { kind: 'signed-in'; userId: string } | { kind: 'signed-out' };

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('offprint-session');

export function tellOtherTabs(message: TabMessage): void {
  channel?.postMessage(message);
}

export function hearOtherTabs(listener: (message: TabMessage) => void): void {
  channel?.addEventListener('message', (event: MessageEvent<TabMessage>) => listener(event.data));
}

/**
 * Runs the work of all tabs one after the other. A refresh token is good for one use, and a second use ends the
 * session: two tabs that renew must never send the same one, nor one that a sign-in or sign-out is just replacing. (Browsers offer locks on https and localhost alone;
 * elsewhere the tabs run beside each other, and somebody who opens two at once may have to sign in again.)
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work();
  return navigator.locks.request('offprint-session', work);
}
