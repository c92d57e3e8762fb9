// Decides which lane starts next. Lanes run side by side, the most work first, as far as their loads fit on the cores.
import { availableParallelism } from 'node:os';

/** Lanes wait for timers and starts of processes for a part of their time. */
const OVERLAP = 0.25;

/** Returns the load that fits: one lane's tests never take more than three cores. */
export const capacityOf = (cores = availableParallelism()) => Math.min(3, Math.max(2, cores));

/**
 * Sorts the most work first: what is left at the end is small and fills both cores. Those that need quiet come before all: few
 * others fit beside them, so at the end they would have a core for themselves.
 */
export const mostWorkFirst = (lanes) =>
  [...lanes].sort(
    (one, other) =>
      Number(other.quiet !== undefined) - Number(one.quiet !== undefined) ||
      other.minutes * other.load - one.minutes * one.load,
  );

/**
 * @param {object[]} waiting in the order of preference
 * @param {object[]} running
 * @returns the lane that starts now; undefined: none fits. A lane always fits when nothing runs.
 */
export function nextLane(waiting, running, capacity) {
  if (running.length === 0) return waiting[0];
  return waiting.find((lane) => fits([...running, lane], capacity));
}

function fits(lanes, capacity) {
  const total = lanes.reduce((sum, { load }) => sum + load, 0);
  const used = lanes.flatMap(({ uses = [] }) => uses);
  return (
    total <= capacity + OVERLAP &&
    new Set(used).size === used.length &&
    lanes.every(({ load, quiet = Infinity }) => total - load <= quiet)
  );
}
