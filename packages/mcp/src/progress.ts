/** Sends a prediction's states to the client as progress notifications. */
import type { ServerNotification } from '@modelcontextprotocol/sdk/types.js';
import type { PredictionBody } from '@offprint/client';

interface Caller {
  _meta?: { progressToken?: string | number | undefined } | undefined;
  sendNotification: (notification: ServerNotification) => Promise<void>;
}

const TOTAL = 100;
/** Progress must rise with each notification, also while a prediction waits in line: clients extend their time limit by them. */
const SMALLEST_STEP = 0.001;

/** @returns undefined when the client has asked for no progress. */
export function progressOf(caller: Caller): ((body: PredictionBody) => void) | undefined {
  const progressToken = caller._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = -SMALLEST_STEP;
  return (body) => {
    const progress = Math.min(TOTAL, Math.max(body.progress, last + SMALLEST_STEP));
    if (progress <= last) return;
    last = progress;
    const params = { progressToken, progress, total: TOTAL, message: messageOf(body) };
    // A client that is gone receives none; the call ends by its signal.
    caller.sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

function messageOf({ status, progress, queue }: PredictionBody): string {
  if (status !== 'processing') return status;
  if (!queue) return `processing, ${progress} %`;
  const eta = queue.etaSeconds === undefined ? '' : `, about ${Math.ceil(queue.etaSeconds)} s`;
  return `in line at position ${queue.position}${eta}`;
}
