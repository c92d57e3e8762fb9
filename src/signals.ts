/**
 * docs/operating.md has the table of signals. Without a listener SIGHUP, SIGQUIT and SIGUSR2 end a process at once, with everything in
 * flight, and SIGUSR1 opens a debugger to every user of the machine.
 */

/** A terminal sends these signals to all of its processes. */
const FROM_TERMINAL = ['SIGINT', 'SIGHUP', 'SIGQUIT'] as const;
const WITHOUT_EFFECT = ['SIGUSR1', 'SIGUSR2'] as const;

/** Calls `stop` for SIGTERM, SIGINT, SIGHUP and SIGQUIT. @param hangUp called for SIGHUP instead. */
export function stopOnSignals(stop: () => void, hangUp: () => void = stop): void {
  process.on('SIGTERM', stop);
  for (const signal of FROM_TERMINAL) process.on(signal, signal === 'SIGHUP' ? hangUp : stop);
  ignoreOthers();
}

/** Only SIGTERM stops the process: a supervisor decides what becomes of it when a terminal sends a signal to both. */
export function stopOnSupervisorsSignal(stop: () => void): void {
  process.on('SIGTERM', stop);
  for (const signal of FROM_TERMINAL) process.on(signal, () => undefined);
  ignoreOthers();
}

function ignoreOthers(): void {
  for (const signal of WITHOUT_EFFECT) process.on(signal, () => undefined);
}
