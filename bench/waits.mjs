/** Many long polls at once, each on a connection of its own, as callers of their own would have them. */
import { Agent, request } from 'node:http';

/**
 * @param polls as in requests.mjs.
 * @returns answerOf(id): when the answer to that prediction's poll was complete (milliseconds since 1970) and its
 * status; close(): hangs up on those that are left.
 */
export function openWaits(url, polls) {
  const agent = new Agent({ keepAlive: false, maxSockets: Infinity });
  const answers = new Map();
  const open = new Set();
  for (const { path, headers } of polls) {
    const id = /pred_(\w+)$/.exec(path)[1];
    const answer = new Promise((resolve, reject) => {
      const call = request(`${url}${path}?wait=60`, { headers, agent }, async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        open.delete(call);
        resolve({ at: performance.timeOrigin + performance.now(), ...JSON.parse(text) });
      });
      call.on('error', reject).end();
      open.add(call);
    });
    answer.catch(() => {}); // hung up on
    answers.set(id, answer);
  }
  return {
    answerOf: (id) => answers.get(id.replaceAll('-', '')),
    close: () => open.forEach((call) => call.destroy()),
  };
}
