/** Builds without the jobs API: what their queue and history hold, whatever of it is null. */
import { type EngineClient, type EngineResponse, parseJson } from '../wire/index.js';
import { ServerJobs } from './server-jobs.js';

const { signal } = new AbortController();

function lookUp(history: string, queue = '{"queue_running":[],"queue_pending":[]}') {
  const exchange = ({ url }: { url: string }): Promise<EngineResponse> => {
    const text = url === '/queue' ? queue : history;
    const headers = { 'content-type': 'application/json' };
    return Promise.resolve({ status: 200, ok: true, headers, text, json: () => parseJson(text), file: null });
  };
  return new ServerJobs({ exchange } as unknown as EngineClient).lookUp('p', 'history', signal);
}

it.each<[history: string, job: object]>([
  ['{"p":{"outputs":{"9":{}},"status":null}}', { status: 'completed', outputs: { 9: {} } }],
  ['{"p":{"outputs":{"9":{}}}}', { status: 'completed', outputs: { 9: {} } }],
  ['{"p":{"outputs":{},"status":{"status_str":null,"completed":true,"messages":null}}}', { outputs: {} }],
  ['{"p":{"outputs":null,"status":{"status_str":"success","messages":[null]}}}', { status: 'completed' }],
  ['{"p":{"prompt":[1,"p",{"5":{"is_changed":[NaN]}}],"outputs":{},"status":{}}}', { status: 'completed' }],
  ['{"p":{"status":{"status_str":"error","messages":null}}}', { status: 'failed' }],
  ['{"p":{"status":{"status_str":"error","messages":[["execution_error",null]]}}}', { status: 'failed' }],
  ['{"p":{"status":{"status_str":"error","messages":[["execution_interrupted"]]}}}', { status: 'cancelled' }],
])('reads a job of the history: %s', async (history, job) => {
  expect(await lookUp(history)).toMatchObject({ kind: 'job', job });
});

it.each(['{}', 'null', '[]', '{"p":null}', '{"q":{"outputs":{}}}'])(
  'finds no job in a history of %s',
  async (history) => {
    expect(await lookUp(history)).toMatchObject({ kind: 'absent' });
  },
);

it.each<[queue: string, status: string | undefined]>([
  ['{"queue_running":[[1,"p"]],"queue_pending":null}', 'in_progress'],
  ['{"queue_running":null,"queue_pending":[null,[2,"p",null]]}', 'pending'],
  ['{"queue_running":[[0,"q",{"5":{"seed":NaN}}]],"queue_pending":[[1,"p"]]}', 'pending'],
  ['{"queue_running":null,"queue_pending":null}', undefined],
  ['null', undefined],
])('finds a job without an entry in a queue of %s', async (queue, status) => {
  for (const history of ['{}', '{"p":null}']) {
    const found = await lookUp(history, queue);
    expect(found.kind === 'job' ? found.job.status : undefined).toBe(status);
  }
});
