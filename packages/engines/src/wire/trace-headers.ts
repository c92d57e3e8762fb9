/**
 * Adapters pass the signal of a step to every request that they send for it, so the W3C trace headers are found by the signal and no
 * adapter knows of traces. Without a recorded prediction the map is empty.
 */
const headersBySignal = new WeakMap<AbortSignal, Readonly<Record<string, string>>>();

/** From now on, requests with this signal are sent with these headers. */
export function sendTraceHeaders(signal: AbortSignal, headers: Readonly<Record<string, string>>): void {
  headersBySignal.set(signal, headers);
}

/** Returns undefined when the prediction of the signal is not recorded. */
export const traceHeadersOf = (signal: AbortSignal): Readonly<Record<string, string>> | undefined =>
  headersBySignal.get(signal);
