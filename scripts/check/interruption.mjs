// SIGINT and SIGTERM end a run in order: its lanes, their processes and their directories.

/** @returns {AbortSignal} aborts at the first of them */
export function interruption() {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => controller.abort());
  return controller.signal;
}
