/**
 * Lets a page hold back Back and Forward. `main.tsx` imports it before react-router listens: on the window, listeners run in the order of
 * their registration, and the router leaves the page at once.
 */
let hold: ((event: PopStateEvent) => void) | null = null;

window.addEventListener('popstate', (event) => hold?.(event));

/** Calls `handler` before the router; it stops the event where the router must not learn of it. @returns what ends that. */
export function holdTraversals(handler: (event: PopStateEvent) => void): () => void {
  hold = handler;
  return () => {
    if (hold === handler) hold = null;
  };
}
