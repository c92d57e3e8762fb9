// Checks a limit of N in any sliding window from the outside. A request was admitted at an unknown instant between its sending and
// its response. All functions are pure; all times are in milliseconds.
//
// Three checks, from the strongest evidence to the weakest:
// - `certainlyOver`: more than N requests were sent and answered within a window. Uses only the callers' timestamps.
// - `misfit`: whether the counts per second in the database are consistent with the callers' timestamps. When it is 0,
//   `overInSeconds` (`COUNTED_SECONDS` whole seconds always cover a window) is a proof.
// - `unjustRefusals`: requests rejected although fewer than N had been admitted in the window before them.
import { COUNTED_SECONDS, WINDOW_SECONDS } from '../../../dist/platform/limits/index.js';

export const WINDOW_MS = WINDOW_SECONDS * 1_000;

/**
 * Returns the maximum number of requests beyond the limit that were certainly admitted within a window; 0 for none.
 * @param {{sent: number, answered: number}[]} admitted
 */
export function certainlyOver(admitted, limit) {
  const byAnswer = [...admitted].sort((a, b) => a.answered - b.answered);
  const bySent = [...admitted].sort((a, b) => a.sent - b.sent);
  let worst = 0;
  // A window that begins with the sending of a request contains every request sent since and answered before its end.
  for (let from = 0, answeredBefore = 0; from < bySent.length; from += 1) {
    const start = bySent[from].sent;
    while (answeredBefore < byAnswer.length && byAnswer[answeredBefore].answered < start + WINDOW_MS)
      answeredBefore += 1;
    // Requests sent before the window began are subtracted; there are at most `from` of them.
    worst = Math.max(worst, answeredBefore - from - limit);
  }
  return worst;
}

/** Returns the maximum beyond the limit in `COUNTED_SECONDS` whole seconds of the database's clock. @param {Map<number, number>} perSecond */
export function overInSeconds(perSecond, limit) {
  let worst = 0;
  for (const last of perSecond.keys()) {
    let sum = 0;
    for (let second = last - COUNTED_SECONDS + 1; second <= last; second += 1)
      sum += perSecond.get(second) ?? 0;
    worst = Math.max(worst, sum - limit);
  }
  return worst;
}

/**
 * Returns how far the recorded counts are from any consistent ones. For every interval of seconds the record must contain
 * at least the requests sent and answered within it, and at most those that overlap it. By Hall's theorem an assignment of
 * requests to seconds exists then.
 * @param {{sent: number, answered: number}[]} unknown requests without a response: they may have been admitted.
 * @param stepMs tolerance between two readings of the machine's clock.
 */
export function misfit(perSecond, admitted, unknown, stepMs = 5) {
  const seconds = [...perSecond.keys()];
  if (seconds.length === 0) return admitted.length;
  const first = Math.min(...seconds);
  const span = Math.max(...seconds) - first + 1;
  const place = (ms) => Math.min(span, Math.max(-1, Math.floor(ms / 1000) - first));
  const cellsOf = (requests) =>
    requests.map(({ sent, answered }) => [place(sent - stepMs), place(answered + stepMs)]);
  const known = cellsOf(admitted);
  const all = [...known, ...cellsOf(unknown)];
  const beginning = Array.from({ length: span }, () => []);
  for (const [from, to] of known) if (from >= 0 && to < span) beginning[from].push(to);
  const startedBy = cumulated(all, span, ([from]) => Math.max(from, 0));
  const endedBy = cumulated(all, span, ([, to]) => Math.max(to, 0));
  const endsAt = new Uint32Array(span);
  let worst = 0;
  for (let from = span - 1; from >= 0; from -= 1) {
    for (const to of beginning[from]) endsAt[to] += 1;
    for (let to = from, recorded = 0, inside = 0; to < span; to += 1) {
      recorded += perSecond.get(first + to) ?? 0;
      inside += endsAt[to];
      const touching = startedBy[to] - (from === 0 ? 0 : endedBy[from - 1]);
      worst = Math.max(worst, inside - recorded, recorded - touching);
    }
  }
  return worst;
}

/** Returns, for each place, the number of cells at or before it. */
function cumulated(cells, span, placeOf) {
  const counts = new Uint32Array(span);
  for (const cell of cells) {
    const place = placeOf(cell);
    if (place < span) counts[place] += 1;
  }
  for (let at = 1; at < span; at += 1) counts[at] += counts[at - 1];
  return counts;
}

/**
 * Counts rejected requests that the limit does not explain: fewer than N were admitted in the `windowMs` before them.
 * @param {Map<number, number>} perSecond recorded counts that are consistent with the callers' timestamps
 * @returns {{count: number, worstShare: number}} `worstShare`: the smallest share of N that was used before a rejection.
 */
export function unjustRefusals(refused, perSecond, limit, windowMs) {
  let count = 0;
  let worstShare = 1;
  for (const { sent, answered } of refused) {
    let before = 0;
    const last = Math.floor(answered / 1000);
    for (let second = Math.floor((sent - windowMs) / 1000); second <= last; second += 1)
      before += perSecond.get(second) ?? 0;
    if (before < limit) count += 1;
    worstShare = Math.min(worstShare, before / limit);
  }
  return { count, worstShare };
}
