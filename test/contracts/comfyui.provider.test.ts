import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from '@offprint/engines';
import type { ComfyuiProvider } from '../../packages/engines/src/comfyui/comfyui.provider.js';
import type { Modality } from '../../src/catalogue/index.js';
import { type EngineProcess, startEngine } from '../support/engine-process.js';
import {
  expectPending,
  openWorkshop,
  pollToEnd,
  runToEnd,
  stored,
  type Workshop,
} from '../support/engine-work.js';
import { CATALOGUE, provider, SECRET, TEXT, WITH_PICTURE, WORKS } from './comfyui/examples.js';
import { describeProvider } from './provider.contract.js';

describeProvider({
  name: 'comfyui (a server)',
  fake: 'comfyui',
  secret: SECRET,
  provider: provider('direct'),
  works: WORKS,
  asynchronous: true,
  cancels: true,
  // A self-hosted server has no content rules.
  moderates: false,
  lost: 'retry',
});

describe('a ComfyUI server', () => {
  let engine: EngineProcess;
  let workshop: Workshop;
  let comfy: ComfyuiProvider;

  beforeAll(async () => {
    engine = await startEngine('comfyui');
    workshop = await openWorkshop();
    comfy = provider('direct')(engine.url);
  });
  beforeEach(async () => {
    await engine.mend();
    await engine.set({ build: 'current', polls: 2, serial: true });
    await engine.restart();
    await engine.clear();
  });
  afterAll(async () => {
    await engine.end();
    await workshop.close();
  });

  const requests = async (path: string) => (await engine.state()).requests.filter((one) => one.path === path);
  const sent = async () => {
    const [submit] = await requests('/prompt');
    return JSON.parse(submit!.body as string) as {
      prompt: Record<string, { inputs: Record<string, unknown> }>;
      prompt_id: string;
    };
  };
  const submitted = async (example = TEXT, more = {}) => {
    const work = workshop.make(example, more);
    const { ref } = expectPending(await comfy.submit(work));
    return { work, ref: stored(ref) };
  };

  it('receives the workflow with the caller’s values in their types, and no other changes', async () => {
    const work = workshop.make(TEXT);
    await comfy.submit({
      ...work,
      input: { prompt: 'say {{seed}} and $&', aspectRatio: '16:9', seed: 41 },
    });
    const shipped = JSON.parse(
      readFileSync(join(CATALOGUE, 'workflows/text-to-image.json'), 'utf8'),
    ) as Record<string, { inputs: Record<string, unknown> }>;
    shipped[6]!.inputs.text = 'say {{seed}} and $&';
    shipped[5]!.inputs.width = 1344;
    shipped[5]!.inputs.height = 768;
    shipped[3]!.inputs.seed = 41;
    shipped[9]!.inputs.filename_prefix = `offprint/${work.predictionId}`;
    expect((await sent()).prompt).toEqual(shipped);
  });

  it('uses one id per attempt', async () => {
    const { work, ref } = await submitted();
    const { prompt_id: id } = await sent();
    expect(ref.promptId).toBe(id);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await comfy.find(work)).toMatchObject({ promptId: id });
    expect(await comfy.find({ ...work, attempt: 2 })).toBeNull();
  });

  it('uploads a file to a folder of its own, and writes that name into the workflow', async () => {
    const { work } = await submitted(WITH_PICTURE);
    const { inputs } = await engine.state();
    expect(inputs).toEqual([
      {
        name: 'image.jpg',
        contentType: 'image/jpeg',
        bytes: 1726,
        type: 'input',
        subfolder: `offprint/${work.predictionId}`,
        overwrite: 'true',
      },
    ]);
    expect((await sent()).prompt[1]!.inputs.image).toBe(`offprint/${work.predictionId}/image.jpg`);
    expect((await sent()).prompt[4]!.inputs.scale_by).toBe(0.5);
  });

  it('reports the queue position', async () => {
    const [first, second, third] = [await submitted(), await submitted(), await submitted()];
    const position = async ({ work, ref }: typeof first) =>
      expectPending(await comfy.poll(work, ref)).queuePosition;
    expect(await position(third)).toBe(3);
    expect(await position(second)).toBe(2);
    expect(await position(first)).toBe(1);
    expect(await position(first)).toBeUndefined();
  });

  it('frees memory and retries once after out of memory, and fails the next time', async () => {
    await engine.fault('out-of-memory', 2);
    const first = workshop.make(TEXT);
    expect(await runToEnd(comfy, first)).toMatchObject({ kind: 'retry', code: 'provider_error' });
    const [free] = await requests('/free');
    expect(JSON.parse(free!.body as string)).toEqual({ unload_models: true, free_memory: true });
    const second = await runToEnd(comfy, { ...first, attempt: 2 });
    expect(second).toMatchObject({ kind: 'refuse', code: 'provider_error' });
    expect(await requests('/free')).toHaveLength(1);
  });

  it('reports a missing file of the server as no error of the caller', async () => {
    await engine.fault('missing-file');
    const outcome = await comfy.submit(workshop.make(TEXT));
    expect(outcome).toMatchObject({ kind: 'refuse', code: 'provider_error' });
    expect((outcome as { internal: string }).internal).toContain('ckpt_name');
  });

  const painted = {
    '1': { class_type: 'EmptyImage', inputs: { width: 64, height: 64 } },
    '2': { class_type: 'SaveImage', inputs: { filename_prefix: 'x', images: ['1', 0] } },
  };
  const preview = { '91': { class_type: 'PreviewAny', inputs: { source: '' } } };
  const upscaled = {
    '3': { class_type: 'UpscaleModelLoader', inputs: { model_name: 'not-there.pth' } },
    '5': { class_type: 'ImageUpscaleWithModel', inputs: { upscale_model: ['3', 0], image: ['1', 0] } },
    '4': { class_type: 'SaveImage', inputs: { filename_prefix: 'y', images: ['5', 0] } },
  };

  it.each([
    ['one of two pictures', { ...painted, ...upscaled }, {}, 'provider_error'],
    ['only a preview, for the caller’s width', { ...painted, ...preview }, { wide: 0 }, 'invalid_input'],
    [
      'only a preview, for the caller’s height',
      { ...painted, ...preview },
      { high: 99_999 },
      'invalid_input',
    ],
  ])(
    'that accepts %s is cancelled, and the prediction refused as at a 400',
    async (_, workflow, input, code) => {
      const inputs = { '1.inputs.width': '{{wide}}', '1.inputs.height': '{{high}}' };
      const given = { wide: 64, high: 64, ...input };
      const outcome = await comfy.submit(
        workshop.make({ ...TEXT, options: { workflow, inputs }, input: given }),
      );
      expect(outcome).toMatchObject({ kind: 'refuse', code });
      const { prompt_id: id } = await sent();
      expect((await engine.state()).cancelled).toEqual([id]);
    },
  );

  it('reports the failed node to the operator', async () => {
    await engine.fault('done-with-error');
    const outcome = await runToEnd(comfy, workshop.make(TEXT));
    expect((outcome as { internal: string }).internal).toMatch(/^KSampler \(node 3\): RuntimeError: mat1/);
  });

  it('fails a job that was interrupted at the server, and one without a file', async () => {
    await engine.fault('interrupted');
    expect(await runToEnd(comfy, workshop.make(TEXT))).toMatchObject({ kind: 'refuse' });
    await engine.fault('no-file');
    expect(await runToEnd(comfy, workshop.make(TEXT))).toMatchObject({
      kind: 'refuse',
      code: 'output_unavailable',
    });
  });

  it('returns saved files without previews, or the files of the named nodes', async () => {
    const save = (prefix: string) => ({ images: ['1', 0], filename_prefix: prefix });
    const workflow = {
      1: { class_type: 'EmptyImage', inputs: { width: 64, height: 64, batch_size: 1, color: 0 } },
      2: { class_type: 'PreviewImage', inputs: { images: ['1', 0] } },
      3: { class_type: 'SaveImage', inputs: save('a/first') },
      4: { class_type: 'SaveImage', inputs: save('b/second') },
      5: { class_type: 'Preview3D', inputs: { filename_prefix: 'mesh/shape' } },
    };
    const names = async (options: Record<string, unknown>, modality: Modality) => {
      const outcome = await runToEnd(comfy, workshop.make({ ...TEXT, modality, options }));
      return (outcome as { files: { url: string }[] }).files.map(({ url }) => {
        const { pathname, searchParams } = new URL(url);
        return `${pathname} ${searchParams.get('type')} ${searchParams.get('subfolder')}/${searchParams.get('filename')}`;
      });
    };
    expect(await names({ workflow }, 'image')).toEqual([
      '/view output a/first_00001_.png',
      '/view output b/second_00001_.png',
    ]);
    expect(await names({ workflow, outputs: ['4'] }, 'image')).toEqual(['/view output b/second_00001_.png']);
    expect(await names({ workflow }, '3d')).toEqual(['/view output mesh/shape_00001_.glb']);
    const shown = { 1: workflow[1], 2: workflow[2] };
    expect(await names({ workflow: shown }, 'image')).toEqual(['/view temp /ComfyUI_00001_.png']);
  });

  it('resubmits a job that the server lost in a restart', async () => {
    const { work, ref } = await submitted();
    await engine.restart();
    expect(await pollToEnd(comfy, work, await comfy.poll(work, ref))).toMatchObject({ kind: 'retry' });
    expect(await runToEnd(comfy, { ...work, attempt: 2 })).toMatchObject({ kind: 'done' });
  });

  it('counts only consecutive unknown responses', async () => {
    await engine.set({ polls: 9 });
    const submit = await submitted();
    let { ref } = submit;
    for (const missed of [2, 1, 2]) {
      await engine.fault('lost', missed);
      for (let polls = 0; polls <= missed; polls += 1)
        ref = stored(expectPending(await comfy.poll(submit.work, ref)).ref);
    }
  });

  it('has an unknown outcome while the server does not respond', async () => {
    const { work } = await submitted();
    await engine.fault('poll-500');
    await expect(comfy.find(work)).rejects.toThrow('500');
  });

  describe.each(['history', 'own-ids'])('of an older build (%s)', (build) => {
    beforeEach(() => engine.set({ build }));

    it('is polled by its queue and its history, and detected once', async () => {
      const { work, ref } = await submitted();
      const first = expectPending(await comfy.poll(work, ref));
      expect(first).toMatchObject({ queuePosition: 1, ref: { via: 'history' } });
      expect(await pollToEnd(comfy, work, first)).toMatchObject({ kind: 'done' });
      const asked = (await engine.state()).requests.map(({ path }) => path);
      expect(asked.filter((path) => path.startsWith('/api/jobs'))).toHaveLength(1);
    });

    it.each(['done-with-error', 'out-of-memory', 'interrupted'])(
      'ends like the newer builds after %s',
      async (fault) => {
        await engine.fault(fault);
        const expected: Partial<Outcome> =
          fault === 'out-of-memory' ? { kind: 'retry' } : { kind: 'refuse', code: 'provider_error' };
        expect(await runToEnd(comfy, workshop.make(TEXT))).toMatchObject(expected);
      },
    );

    it('fails a job that the server does not know', async () => {
      const { work, ref } = await submitted();
      await engine.restart();
      expect(await pollToEnd(comfy, work, await comfy.poll(work, ref))).toMatchObject({ kind: 'retry' });
    });

    const run = async ({ work, ref }: Awaited<ReturnType<typeof submitted>>) => {
      let outcome = expectPending(await comfy.poll(work, ref));
      while (outcome.queuePosition !== undefined)
        outcome = expectPending(await comfy.poll(work, stored(outcome.ref)));
      return stored(outcome.ref);
    };

    it('cancels a waiting job without interrupting the running one', async () => {
      await engine.set({ polls: 9 });
      await run(await submitted());
      const { ref } = await submitted();
      await comfy.cancel(ref);
      expect((await engine.state()).cancelled).toEqual([ref.promptId]);
      expect(await requests('/interrupt')).toEqual([]);
    });

    it('interrupts the running job by its id', async () => {
      await engine.set({ polls: 9 });
      const ref = await run(await submitted());
      await comfy.cancel(ref);
      expect((await engine.state()).cancelled).toEqual([ref.promptId]);
      const [interrupt] = await requests('/interrupt');
      expect(JSON.parse(interrupt!.body as string)).toEqual({ prompt_id: ref.promptId });
    });

    it('does not change a finished job', async () => {
      const { work, ref } = await submitted();
      await pollToEnd(comfy, work, await comfy.poll(work, ref));
      await comfy.cancel({ ...ref, via: 'history' });
      expect((await engine.state()).cancelled).toEqual([]);
      expect(await requests('/interrupt')).toEqual([]);
    });
  });

  it('adopts the id of a server that generates ids', async () => {
    await engine.set({ build: 'own-ids' });
    const { work, ref } = await submitted();
    expect(ref.promptId).not.toBe((await sent()).prompt_id);
    expect(await pollToEnd(comfy, work, await comfy.poll(work, ref))).toMatchObject({ kind: 'done' });
  });
});
