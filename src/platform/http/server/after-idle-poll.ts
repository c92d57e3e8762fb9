/**
 * A close right after a poll of the event loop that found nothing resets no request. The kernel resets unread bytes when a socket is
 * closed, and connections that were not accepted when a listener is; so a close must follow a poll before anything more arrives. Other
 * callbacks of the same iteration (results of the database) stretch that gap from microseconds to milliseconds, and so does another process
 * on the same core. Such an iteration is skipped, and the process sleeps between attempts, because the scheduler preempts a process that
 * has slept last.
 */

/** Between a poll and the close after it; an iteration of an idle loop takes a tenth of it. */
const MAX_GAP_MS = 0.1;
const SLEEP_MS = 2;
/** After this time on the core the process sleeps again; well below a scheduler's time slice. */
const MAX_AWAKE_MS = 0.5;
/** After this time the close runs also in a busy loop. */
const MAX_WAIT_MS = 1_000;

/**
 * @param isIdle called in each iteration; false when something has arrived since the last call.
 * @param maxWaitMs time in ms after which `act` runs in any case.
 */
export function afterIdlePoll(act: () => void, isIdle = () => true, maxWaitMs = MAX_WAIT_MS): Promise<void> {
  return new Promise((resolve) => {
    const deadline = performance.now() + maxWaitMs;
    const sleep = () => {
      setTimeout(() => {
        const now = performance.now();
        setImmediate(check, now, now);
      }, SLEEP_MS);
    };
    const check = (wokeAt: number, polledAt: number) => {
      const now = performance.now();
      const canAct = isIdle() && now - polledAt < MAX_GAP_MS;
      if (canAct || now > deadline) {
        act();
        resolve();
      } else if (now - wokeAt < MAX_AWAKE_MS) setImmediate(check, wokeAt, now);
      else sleep();
    };
    sleep();
  });
}
