/** The contract of every engine is what the service relies on in each exchange. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { inspectAsset, RESULT_POLICY, sniffResult } from '../../assets/index.js';
import type { Modality, Operation } from '../../catalogue/index.js';
import type { InputFile, Outcome, ProducedFile, Provider, ProviderRef, Work } from '../../providers/index.js';
import { forEachCase, type TestRunner } from './runner.js';

/** A prediction that an engine can run. */
export interface WorkExample {
  modality: Modality;
  operation: Operation;
  /** The engine's name of the model. */
  model: string;
  /** As callers send it, with defaults filled in. */
  input: Record<string, unknown>;
  /** The model's `options` from the catalogue. */
  options?: Record<string, unknown>;
  /** The file that `media()` returns, for examples with `imageUrl` or `videoUrl`. */
  media?: InputFile;
}

/** An engine for its contract suite. */
export interface ProviderFixture {
  /** In the titles of the tests. */
  name: string;
  /** Creates the adapter, for each test: of a fake of the engine, or of the engine itself. */
  create: () => Provider | Promise<Provider>;
  /** One example of each operation. */
  examples: WorkExample[];
}

type Pending = Extract<Outcome, { kind: 'pending' }>;

const POLLS = 500;

/** Declares the tests that every `Provider` must pass. */
export function providerContract(runner: TestRunner, { name, create, examples }: ProviderFixture): void {
  const { describe, it, beforeEach, afterEach } = runner;
  const cases = examples.map((example) => [`${example.operation} (${example.model})`, example] as const);

  describe(`${name} as a provider`, () => {
    let provider: Provider;
    let directory: string;
    beforeEach(async () => {
      provider = await create();
      directory = await mkdtemp(join(tmpdir(), 'offprint-work-'));
    });
    afterEach(() => rm(directory, { recursive: true, force: true }));

    it('has a name as a catalogue file, and declares what follows a lost response', async () => {
      assert.match(provider.name, /^[a-z][a-z0-9-]{0,63}$/);
      assert.ok(['harmless', 'idempotent', 'lookup', 'none'].includes(provider.resubmission));
      if (provider.address !== null) assert.equal(new URL(provider.address).password, '');
      return Promise.resolve();
    });

    forEachCase(runner, '%s ends with files that the service can store', cases, async (example) => {
      const work = createWork(example, directory);
      const outcome = await pollToEnd(provider, work, await provider.submit(work));
      assert.equal(outcome.kind, 'done');
      const { files } = outcome as { files: ProducedFile[] };
      assert.ok(files.length > 0, 'there is no file');
      for (const file of files) await requireStorable(file, work);
    });

    forEachCase(runner, '%s returns files from submit only when they are local', cases, async (example) => {
      const outcome = await provider.submit(createWork(example, directory));
      const files = outcome.kind === 'done' ? outcome.files : [];
      for (const file of files) assert.ok('path' in file, 'a failed copy would run the model again');
    });

    forEachCase(
      runner,
      '%s returns the same result to a second poll of a reference',
      cases,
      async (example) => {
        const work = createWork(example, directory);
        let outcome = await provider.submit(work);
        let ref: ProviderRef | null = null;
        for (let polls = 0; outcome.kind === 'pending' && polls < POLLS; polls += 1) {
          ref = storedRef(outcome);
          outcome = await provider.poll(work, ref);
        }
        assert.equal(outcome.kind, 'done');
        if (ref !== null)
          assert.equal((await pollToEnd(provider, work, await provider.poll(work, ref))).kind, 'done');
      },
    );

    forEachCase(
      runner,
      '%s is not submitted once it is aborted, and throws the reason',
      cases,
      async (example) => {
        const stop = new AbortController();
        stop.abort('shutdown');
        const work = createWork(example, directory, stop.signal);
        const error = await provider.submit(work).then(
          () => assert.fail('it was submitted'),
          (reason: unknown) => reason,
        );
        assert.equal(error, 'shutdown');
      },
    );

    const withMedia = cases.filter(([, { media }]) => media);
    forEachCase(
      runner,
      '%s throws the error of an input that is not available',
      withMedia,
      async (example) => {
        const reason = new Error('no such input');
        const work = { ...createWork(example, directory), media: () => Promise.reject(reason) };
        await assert.rejects(provider.submit(work), (error) => error === reason);
      },
    );

    it('reports its health in one line', async () => {
      const { ok, detail } = await provider.check();
      assert.equal(ok, true, detail);
      assert.match(detail, /^[^\n]+$/);
    });
  });
}

function createWork(example: WorkExample, directory: string, signal = new AbortController().signal): Work {
  const { media, options = {}, ...facts } = example;
  return {
    ...facts,
    options,
    predictionId: `pred_${randomUUID().replaceAll('-', '')}`,
    modelKey: 'example',
    attempt: 1,
    fence: 1,
    // As on a machine with a wrong clock: adapters use `remainingMs`.
    deadline: new Date(0),
    remainingMs: () => 600_000,
    directory,
    signal,
    progress: () => undefined,
    media: () => (media ? Promise.resolve(media) : Promise.reject(new Error('this example has no media'))),
  };
}

/** Polls without waiting, as a worker that reads the reference from the database. */
async function pollToEnd(provider: Provider, work: Work, first: Outcome): Promise<Outcome> {
  let outcome = first;
  for (let polls = 0; outcome.kind === 'pending'; polls += 1) {
    assert.ok(polls < POLLS, `it is still pending after ${POLLS} polls`);
    outcome = await provider.poll(work, storedRef(outcome));
  }
  return outcome;
}

/** Returns the reference as read back from the database. */
function storedRef({ ref, pollAfterMs }: Pending): ProviderRef {
  assert.ok(pollAfterMs >= 0, 'the next poll is in the past');
  const stored = JSON.parse(JSON.stringify(ref)) as ProviderRef;
  assert.deepEqual(stored, ref, 'the reference is not JSON');
  return stored;
}

async function requireStorable(file: ProducedFile, { directory }: Work): Promise<void> {
  if ('url' in file) {
    assert.match(file.url, /^https?:\/\//);
    return;
  }
  const path = 'path' in file ? file.path : join(directory, 'result');
  if ('bytes' in file) await writeFile(path, file.bytes);
  assert.ok(path.startsWith(directory + sep), 'the file is not in the directory of the attempt');
  const found = await sniffResult(path);
  assert.ok(found, 'the file is of no type that is stored');
  await inspectAsset(path, found, RESULT_POLICY);
}
