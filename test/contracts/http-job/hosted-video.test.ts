/**
 * Veo, MiniMax and Kling, in addition to the common suite: names with slashes, a result that takes one more request,
 * signed tokens.
 */
import type { ProviderRef } from '@offprint/engines';
import { HttpJobProvider } from '../../../packages/engines/src/http-job/http-job.provider.js';
import { type EngineProcess, startEngine } from '../../support/engine-process.js';
import {
  expectPending,
  openWorkshop,
  pollNext,
  pollToEnd,
  runToEnd,
  stored,
  type TrialWork,
  type WorkExample,
  type Workshop,
} from '../../support/engine-work.js';
import { ACCESS_KEY, type Declared, declared, SECRET } from './declared.js';

const [veo, minimax, kling] = (await Promise.all(
  ['veo', 'minimax', 'kling'].map((name) => declared(`catalogue/${name}.yaml`)),
)) as [Declared, Declared, Declared];
const VEO = veo.work('veo-text-to-video');
const MINIMAX = minimax.work('minimax-text-to-video');
const KLING = kling.work('kling-text-to-video');

let engine: EngineProcess;
let workshop: Workshop;

beforeAll(async () => {
  engine = await startEngine('http-job');
  workshop = await openWorkshop();
});
beforeEach(async () => {
  await engine.mend();
  await engine.clear();
});
afterAll(async () => {
  await engine.end();
  await workshop.close();
});

const end = (preset: Declared, example: WorkExample) =>
  runToEnd(preset.provider(engine.url), workshop.make(example));
const paths = async () => (await engine.state()).requests.map(({ path }) => path);
const paid = async () => Object.values((await engine.state()).paid);

describe('Veo', () => {
  it('is polled by the name of its operation, with its slashes, below its own address', async () => {
    expect(await end(veo, VEO)).toMatchObject({ kind: 'done' });
    const polled = (await paths()).filter((path) => path.includes('/operations/'));
    expect(polled.length).toBeGreaterThan(0);
    for (const path of polled)
      expect(path).toMatch(/^\/v1beta\/models\/veo-3\.1-generate-preview\/operations\/[\w-]+$/);
  });

  it.each(['name-of-another-host', 'name-with-parents', 'name-with-an-empty-part'])(
    'is polled nowhere after a %s: the outcome is unknown',
    async (fault) => {
      await engine.fault(fault);
      expect(await veo.provider(engine.url).submit(workshop.make(VEO))).toMatchObject({ kind: 'unknown' });
      expect(await paths()).toHaveLength(1);
    },
  );

  it('is polled with a name that cannot add a query', async () => {
    const provider = veo.provider(engine.url);
    const work = workshop.make(VEO);
    await engine.fault('name-with-a-query');
    const { ref } = expectPending(await provider.submit(work));
    expectPending(await pollNext(provider, work, stored(ref)));
    const { requests } = await engine.state();
    expect(requests.at(-1)).toMatchObject({ path: '/v1beta/operations/1%3Fkey%3D2' });
  });

  it('is polled again when a finished operation has no result yet', async () => {
    await engine.fault('late-result');
    expect(await end(veo, VEO)).toMatchObject({ kind: 'done' });
    expect(await paid()).toEqual([1]);
  });

  it('receives a picture with its type', async () => {
    expect(await end(veo, veo.work('veo-image-to-video'))).toMatchObject({ kind: 'done' });
    const [submit] = (await engine.state()).requests;
    const { instances } = JSON.parse(String(submit!.body)) as { instances: { image: object }[] };
    expect(instances[0]!.image).toMatchObject({ mimeType: 'image/png' });
  });
});

describe('MiniMax', () => {
  /** Polls until the task has named its file. @returns the reference for the request of the file's link. */
  async function toTheFile(): Promise<{ work: TrialWork; ref: ProviderRef }> {
    const provider = minimax.provider(engine.url);
    const work = workshop.make(MINIMAX);
    let { ref } = expectPending(await provider.submit(work));
    while (!('fetch' in ref)) ({ ref } = expectPending(await pollNext(provider, work, stored(ref))));
    return { work, ref: stored(ref) };
  }

  it('is asked for the file of a finished task once, and no longer for the task', async () => {
    const { work, ref } = await toTheFile();
    await engine.clear();
    expect(await pollNext(minimax.provider(engine.url), work, ref)).toMatchObject({ kind: 'done' });
    const [only, ...others] = (await engine.state()).requests;
    expect(only).toMatchObject({ path: '/v1/files/retrieve' });
    expect(others).toEqual([]);
  });

  it.each(['late-file-id', 'late-link'])('is asked again after a %s', async (fault) => {
    await engine.fault(fault);
    expect(await end(minimax, MINIMAX)).toMatchObject({ kind: 'done' });
    expect(await paid()).toEqual([1]);
  });

  it('fails for a file that it does not have, without a second submit', async () => {
    await engine.fault('wrong-file-id');
    expect(await end(minimax, MINIMAX)).toMatchObject({ kind: 'refuse', code: 'provider_error' });
    expect(await paid()).toEqual([1]);
  });

  it.each(['poll-500', 'poll-429', 'poll-reset', 'poll-malformed'])(
    'is asked for the file again after %s',
    async (fault) => {
      const provider = minimax.provider(engine.url);
      const { work, ref } = await toTheFile();
      await engine.fault(fault);
      const outcome = expectPending(await pollNext(provider, work, ref));
      expect(outcome.pollAfterMs).toBeGreaterThan(0);
      expect(await pollToEnd(provider, work, outcome)).toMatchObject({ kind: 'done' });
    },
  );

  it('fails when three requests in a row do not find the file', async () => {
    const provider = minimax.provider(engine.url);
    const { work, ref } = await toTheFile();
    await engine.fault('lost', 3);
    const first = expectPending(await pollNext(provider, work, ref));
    const second = expectPending(await pollNext(provider, work, first.ref));
    expect(await pollNext(provider, work, second.ref)).toMatchObject({ kind: 'refuse' });
  });

  it.each([
    ['busy-1002', { kind: 'retry', throttled: true }],
    ['no-money-1008', { kind: 'refuse', operatorSide: true }],
    ['bad-params-2013', { kind: 'refuse', code: 'invalid_input' }],
    ['internal-1000', { kind: 'unknown' }],
  ])('maps %s in a success response to its outcome', async (fault, expected) => {
    await engine.fault(fault);
    expect(await end(minimax, MINIMAX)).toMatchObject(expected);
  });
});

describe('Kling', () => {
  const tokens = async () => {
    const { requests } = await engine.state();
    return requests.map(({ headers }) => String(headers.authorization).replace('Bearer ', ''));
  };

  it('receives one short-lived token for many requests, and neither key', async () => {
    expect(await end(kling, KLING)).toMatchObject({ kind: 'done' });
    expect(new Set(await tokens()).size).toBe(1);
    const [token] = await tokens();
    const claims = JSON.parse(Buffer.from(token!.split('.')[1]!, 'base64url').toString()) as Record<
      string,
      number
    >;
    expect(Object.keys(claims).sort()).toEqual(['exp', 'iss', 'nbf']);
    expect(claims.exp! - claims.nbf!).toBe(1805);
    expect(JSON.stringify((await engine.state()).requests)).not.toContain(SECRET);
  });

  it('is not answered with the wrong secret', async () => {
    const options = { auth: { jwt: { issuer: ACCESS_KEY } }, check: { path: '/v1/videos/text2video' } };
    const provider = (secret: string) =>
      new HttpJobProvider({ name: 'kling', url: engine.url, secret, options });
    expect(await provider(SECRET).check()).toMatchObject({ ok: true });
    expect(await provider('another').check()).toMatchObject({
      ok: false,
      detail: expect.stringContaining('401'),
    });
  });

  it('repeats our token and key in an error, and no outcome contains them', async () => {
    await engine.fault('echo-secret');
    const outcome = await kling.provider(engine.url).submit(workshop.make(KLING));
    const [token] = await tokens();
    expect(JSON.stringify(outcome)).toContain('[redacted]');
    for (const secret of [token!, ACCESS_KEY, SECRET]) expect(JSON.stringify(outcome)).not.toContain(secret);
  });

  it.each([
    ['no-package-1102', { kind: 'refuse', operatorSide: true }],
    ['too-many-1303', { kind: 'retry', throttled: true }],
    ['bad-value-1201', { kind: 'refuse', code: 'invalid_input' }],
    ['risk-control', { kind: 'refuse', code: 'content_rejected' }],
  ])('maps %s to its outcome', async (fault, expected) => {
    await engine.fault(fault);
    expect(await end(kling, KLING)).toMatchObject(expected);
  });
});
