/** V8 accepts compiled code only of a process with the same flags, so `scripts/bundle.mjs` compiles with them too. */
import { setFlagsFromString } from 'node:v8';

/**
 * V8 moves the allocations of code whose objects lived long to the old generation. What it observes while the service
 * starts and warms up misleads it in some processes, which then spend half again as much processor time on every
 * request, until they end (docs/decisions/packaging.md).
 */
export function setV8Flags(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
