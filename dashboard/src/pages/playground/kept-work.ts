/**
 * The work of one user in the playground, which outlasts leaving the page: the draft of the form and the runs of this browser
 * session. It holds ids of predictions and draft values, nothing else. Pure.
 */
import type { InputValues } from './schema-fields';

export interface KeptWork {
  /** Model of the draft; null before the first one. */
  modelKey: string | null;
  values: InputValues;
  /** Ids of predictions, newest first. */
  runs: string[];
  /** The part of `runs` whose end the page has not seen yet. */
  unfinished: string[];
  /** The run beside the form. */
  shown: string | null;
}

export const NO_WORK: KeptWork = { modelKey: null, values: {}, runs: [], unfinished: [], shown: null };

const MAX_RUNS = 12;
/** Characters of all draft values as JSON. */
const MAX_DRAFT_LENGTH = 10_000;

export function withRun(work: KeptWork, predictionId: string): KeptWork {
  const runs = [predictionId, ...work.runs.filter((id) => id !== predictionId)].slice(0, MAX_RUNS);
  const unfinished = [predictionId, ...work.unfinished].filter((id) => runs.includes(id));
  return { ...work, runs, unfinished, shown: predictionId };
}

export function withoutRun(work: KeptWork, predictionId: string): KeptWork {
  const rest = (ids: string[]) => ids.filter((id) => id !== predictionId);
  const shown = work.shown === predictionId ? null : work.shown;
  return { ...work, runs: rest(work.runs), unfinished: rest(work.unfinished), shown };
}

export function withFinished(work: KeptWork, predictionId: string): KeptWork {
  return { ...work, unfinished: work.unfinished.filter((id) => id !== predictionId) };
}

/** Returns the draft with the values of a model's form. Values of other models' fields remain. */
export function withDraft(work: KeptWork, modelKey: string, values: InputValues): KeptWork {
  return { ...work, modelKey, values: { ...work.values, ...values } };
}

/** Returns the work as text. Leaves out the longest draft values if the draft is too long. */
export function serializeWork({ values, ...work }: KeptWork): string {
  const entries = Object.entries(values).sort(([, a], [, b]) => lengthOf(a) - lengthOf(b));
  while (lengthOf(Object.fromEntries(entries)) > MAX_DRAFT_LENGTH) entries.pop();
  return JSON.stringify({ ...work, values: Object.fromEntries(entries) });
}

/** Returns the work of a text from `serializeWork`; no work for any other text. */
export function parseWork(text: string | null): KeptWork {
  try {
    const work = JSON.parse(text ?? '') as Partial<KeptWork> | null;
    if (!Array.isArray(work?.runs) || !Array.isArray(work.unfinished)) return NO_WORK;
    return { ...NO_WORK, ...work };
  } catch {
    return NO_WORK;
  }
}

function lengthOf(value: unknown): number {
  return value === undefined ? 0 : JSON.stringify(value).length;
}
