/** Opens many long polls at once, each on its own connection, as separate callers do. */
import { Agent, request } from 'node:http';

/**
 * Opens the polls. @param polls requests from requests.mjs.
 * @returns answerOf(id), which resolves with the time of the complete response (milliseconds since 1970) and the status;
 * close(), which closes the open connections.
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
    answer.catch(() => {}); // closed before its response
    answers.set(id, answer);
  }
  return {
    answerOf: (id) => answers.get(id.replaceAll('-', '')),
    close: () => open.forEach((call) => call.destroy()),
  };
}
