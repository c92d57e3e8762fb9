/** Holds the fake of ComfyUI to what a real server (0.33.0) answered: the same requests, the same statuses, the same fields. */
import { readFileSync } from 'node:fs';
import { type EngineProcess, startEngine } from '../support/engine-process.js';
import { SECRET } from './comfyui/examples.js';

interface Recorded {
  request: { method: string; path: string; body: Record<string, unknown> | null };
  status: number;
  body: unknown;
}

const RECORDED = JSON.parse(
  readFileSync('test/engines/recordings/comfyui-0.33.0.json', 'utf8'),
) as Recorded[];
/** Needs a list of nodes or files that a real server has. */
const needsServer = ({ body }: Recorded) =>
  /missing_node_type|sd_xl_base|RealESRGAN_x4plus.pth"\]\}\}/.test(JSON.stringify(body));

let engine: EngineProcess;
beforeAll(async () => {
  engine = await startEngine('comfyui');
  await engine.set({ polls: 0 });
});
afterAll(() => engine.end());

const submits = RECORDED.filter(({ request: { path } }) => path === '/prompt').filter(
  (one) => !needsServer(one),
);
interface Answer extends Record<string, unknown> {
  error?: { type: string };
  node_errors?: Record<string, { errors: { type: string }[] }>;
}
/** The names of its fields, and its errors without their texts. */
const bare = (answer: unknown): unknown => {
  const { error, node_errors: nodes = {}, ...rest } = answer as Answer;
  const errors = Object.entries(nodes).map(([node, { errors: found, ...more }]) => [
    node,
    { types: found.map(({ type }) => type), ...more },
  ]);
  return { type: error?.type, fields: Object.keys(rest).sort(), errors };
};
async function ask({ method, path, body }: Recorded['request']): Promise<{ status: number; body: unknown }> {
  const headers = { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' };
  const answer = await fetch(engine.url + path, { method, headers, body: body && JSON.stringify(body) });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? '' : JSON.parse(text) };
}

it('has submits of every kind', () => {
  expect(submits.length).toBeGreaterThan(10);
});

it.each(submits.map((one, index) => [index, one] as const))(
  'answers recorded submit %i as the server did',
  async (_, one) => {
    const answer = await ask(one.request);
    expect(answer.status).toBe(one.status);
    expect(bare(answer.body)).toEqual(bare(one.body));
  },
);

it.each(['completed', 'pending', 'in_progress', 'cancelled'])(
  'shows no field of a job that is %s which the server does not have',
  async (status) => {
    const [real] = RECORDED.map(({ body }) => body as Record<string, unknown>).filter(
      (body) => body.status === status,
    );
    expect(real).toBeDefined();
    const polls = { completed: 0, pending: 9, in_progress: 9, cancelled: 9 }[status]!;
    await engine.set({ polls });
    const { body } = await ask(submits[0]!.request);
    const { prompt_id: id } = body as { prompt_id: string };
    const path = `/api/jobs/${id}`;
    if (status === 'in_progress') await ask({ method: 'GET', path, body: null });
    if (status === 'cancelled')
      expect((await ask({ method: 'POST', path: `${path}/cancel`, body: {} })).body).toEqual({
        cancelled: true,
      });
    const shown = (await ask({ method: 'GET', path, body: null })).body as Record<string, unknown>;
    expect(shown.status).toBe(status);
    expect(Object.keys(real!)).toEqual(expect.arrayContaining(Object.keys(shown)));
  },
);
