import type { ComfyuiProvider } from '../../packages/engines/src/comfyui/comfyui.provider.js';
import { type EngineProcess, startEngine } from '../support/engine-process.js';
import { expectPending, openWorkshop, runToEnd, stored, type Workshop } from '../support/engine-work.js';
import { provider, SECRET, TEXT, WITH_PICTURE, WORKS } from './comfyui/examples.js';
import { describeProvider } from './provider.contract.js';

describeProvider({
  name: 'comfyui (Comfy API v2)',
  fake: 'comfy-api-v2',
  secret: SECRET,
  provider: provider('api-v2'),
  works: WORKS,
  asynchronous: true,
  cancels: true,
  lost: 'refuse',
  differs: {
    // A used key is rejected and the job cannot be found: the prediction fails rather than being paid twice.
    'submitted-again': { kind: 'refuse', code: 'provider_error' },
  },
});

describe('the Comfy API v2', () => {
  let engine: EngineProcess;
  let workshop: Workshop;
  let comfy: ComfyuiProvider;

  beforeAll(async () => {
    engine = await startEngine('comfy-api-v2');
    workshop = await openWorkshop();
    comfy = provider('api-v2')(engine.url);
  });
  beforeEach(async () => {
    await engine.mend();
    await engine.set({ polls: 2, mount: '', storage: '' });
    await engine.clear();
  });
  afterAll(async () => {
    await engine.end();
    await workshop.close();
  });

  it('reports the queue position, then the progress', async () => {
    const work = workshop.make(TEXT);
    const submitted = expectPending(await comfy.submit(work));
    const queued = expectPending(await comfy.poll(work, stored(submitted.ref)));
    expect(queued.queuePosition).toBe(3);
    const running = expectPending(await comfy.poll(work, stored(queued.ref)));
    expect(running.progress).toBe(20);
    expect(running.queuePosition).toBeUndefined();
  });

  it('uploads a file as an asset, and refers to it in the workflow', async () => {
    await comfy.submit(workshop.make(WITH_PICTURE));
    const { inputs, requests } = await engine.state();
    expect(inputs).toEqual([
      { name: 'image.jpg', bytes: 1726, content_type: 'image/jpeg', file_path: 'image.jpg', tags: 'input' },
    ]);
    const [uploaded, submitted] = requests.filter(({ method }) => method === 'POST');
    const { id } = JSON.parse(uploaded!.answer!.body) as { id: string };
    const { workflow } = JSON.parse(submitted!.body as string) as {
      workflow: Record<string, { inputs: Record<string, unknown> }>;
    };
    expect(workflow[1]!.inputs.image).toEqual({
      __type: 'core/ASSET',
      info: { id, file_path: 'image.jpg' },
    });
  });

  it('submits each attempt with a key of its own, without retries', async () => {
    const work = workshop.make(TEXT);
    await comfy.submit(work);
    await comfy.submit({ ...work, attempt: 2 });
    const keys = (await engine.state()).requests.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(2);
  });

  it('resubmits after a lost response where the operator accepts paying twice', async () => {
    await engine.fault('answer-lost');
    const work = workshop.make({ ...TEXT, options: { ...TEXT.options, onAmbiguous: 'retry' } });
    expect(await comfy.submit(work)).toMatchObject({ kind: 'unknown' });
    expect(await comfy.submit(work)).toMatchObject({ kind: 'retry' });
    expect(await comfy.submit({ ...work, attempt: 2 })).toMatchObject({ kind: 'pending' });
  });

  it('resubmits a request that never arrived', async () => {
    await engine.fault('reset-before-body');
    const work = workshop.make(TEXT);
    expect(await comfy.submit(work)).toMatchObject({ kind: 'unknown' });
    expect(await runToEnd(comfy, work)).toMatchObject({ kind: 'done' });
  });

  it('reports a stopped deployment as the operator’s problem', async () => {
    await engine.fault('stopped');
    expect(await comfy.submit(workshop.make(TEXT))).toMatchObject({ kind: 'refuse', operatorSide: true });
  });

  it('works below a deployment path, with links from the root of its host', async () => {
    await engine.set({ mount: '/deployment/blue' });
    const deployed = provider('api-v2')(`${engine.url}/deployment/blue`);
    const outcome = await runToEnd(deployed, workshop.make(TEXT));
    const { files } = outcome as { files: { url: string }[] };
    expect(files[0]!.url).toMatch(`${engine.url}/deployment/blue/api/v2/assets/`);
    expect(await deployed.check()).toMatchObject({ ok: true });
  });

  it('fetches files from a storage without the key and only from public addresses', async () => {
    await engine.set({ storage: 'https://storage.example/bucket' });
    const outcome = await runToEnd(comfy, workshop.make(TEXT));
    expect(outcome).toEqual({
      kind: 'done',
      files: [{ url: expect.stringMatching(/^https:\/\/storage\.example\/bucket\/.+\?signature=abc$/) }],
    });
  });

  it('does not poll a job at another host', async () => {
    await engine.fault('elsewhere');
    expect(await comfy.submit(workshop.make(TEXT))).toMatchObject({ kind: 'unknown' });
  });

  it('counts only consecutive unknown responses', async () => {
    await engine.set({ polls: 9 });
    const work = workshop.make(TEXT);
    let { ref } = expectPending(await comfy.submit(work));
    for (const missed of [2, 1, 2]) {
      await engine.fault('lost', missed);
      for (let polls = 0; polls <= missed; polls += 1)
        ref = stored(expectPending(await comfy.poll(work, stored(ref))).ref);
    }
  });

  it('does not poll a job of an engine with another URL', async () => {
    const work = workshop.make(TEXT);
    const { ref } = expectPending(await comfy.submit(work));
    await engine.clear();
    const elsewhere = { ...stored(ref), self: 'https://elsewhere.example/api/v2/jobs/1' };
    expectPending(await comfy.poll(work, elsewhere));
    expect((await engine.state()).requests).toEqual([]);
  });

  it('fails an expired job and one without a file', async () => {
    await engine.fault('expired');
    expect(await runToEnd(comfy, workshop.make(TEXT))).toMatchObject({
      kind: 'refuse',
      code: 'provider_error',
    });
    await engine.fault('no-file');
    expect(await runToEnd(comfy, workshop.make(TEXT))).toMatchObject({
      kind: 'refuse',
      code: 'output_unavailable',
    });
  });
});
