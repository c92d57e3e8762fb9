/** Results: every operation returns files of the right kind, which the service can copy. */
import type { ProducedFile } from '@offprint/engines';
import {
  bytesOf,
  CALLERS_ADDRESS,
  expectPending,
  kindOf,
  pollNext,
  pollToEnd,
  runToEnd,
  stored,
} from '../../support/engine-work.js';
import type { Trial } from '../provider.contract.js';
import { expectNoSecret, paidCalls, submits } from './traces.js';

export function describeResults(trial: Trial): void {
  const { works, asynchronous } = trial.fixture;

  it.each(works.map((work) => [`${work.operation} (${work.model})`, work] as const))(
    '%s ends with files of the right kind, for one paid call',
    async (_title, example) => {
      const work = trial.workshop.make(example);
      const outcome = await runToEnd(trial.provider, work);
      expect(outcome).toMatchObject({ kind: 'done' });
      const { files } = outcome as { files: ProducedFile[] };
      expect(files).toHaveLength(example.files ?? 1);
      for (const file of files) {
        expect(await kindOf(await bytesOf(file))).toBe(example.kind);
        if ('path' in file) expect(file.path.startsWith(work.directory)).toBe(true);
        else expectFetchable(file, trial.engine.url);
      }
      const state = await trial.engine.state();
      expect(paidCalls(state)).toBe(1);
      expect(submits(state)).toHaveLength(1);
      expectNoSecret(
        trial.fixture,
        'addresses',
        state.requests.map(({ path, query }) => [path, query]),
      );
    },
  );

  const withMedia = works.filter(({ media }) => media);
  for (const example of withMedia) {
    it(`${example.operation} sends the engine the checked copy of the input, never the caller’s URL`, async () => {
      let asked = 0;
      const plain = trial.workshop.make(example);
      const media: typeof plain.media = (field) => ((asked += 1), plain.media(field));
      await runToEnd(trial.provider, trial.workshop.make(example, { media }));
      expect(asked).toBeGreaterThan(0);
      expect(JSON.stringify((await trial.engine.state()).requests)).not.toContain(CALLERS_ADDRESS);
    });

    it(`${example.operation} submits nothing when the input is not available, and throws its error`, async () => {
      const reason = new Error('no such picture');
      const work = trial.workshop.make(example, { media: () => Promise.reject(reason) });
      await expect(trial.provider.submit(work)).rejects.toBe(reason);
      expect(submits(await trial.engine.state())).toEqual([]);
    });
  }

  it('returns files from submit only when they are local, so that a failed copy never pays twice', async () => {
    for (const example of works) {
      const work = trial.workshop.make(example);
      const outcome = await trial.provider.submit(work);
      if (outcome.kind === 'done') for (const file of outcome.files) expect(file).not.toHaveProperty('url');
      else await pollToEnd(trial.provider, work, expectPending(outcome));
    }
  });

  it('returns a file of the wrong kind unchanged, asks again, or reports a failure of the engine', async () => {
    await trial.engine.fault('wrong-type');
    const outcome = await runToEnd(trial.provider, trial.workshop.make(trial.first));
    expect(['done', 'refuse', 'unknown']).toContain(outcome.kind);
    if (outcome.kind !== 'done') return;
    // The next response is right again.
    expect([null, trial.first.kind]).toContain(await kindOf(await bytesOf(outcome.files[0]!)));
  });

  if (asynchronous)
    it('returns the same files to a second poll with the same reference', async () => {
      const work = trial.workshop.make(trial.first);
      let ref = stored(expectPending(await trial.provider.submit(work)).ref);
      let outcome = await pollNext(trial.provider, work, ref);
      while (outcome.kind === 'pending')
        outcome = await pollNext(trial.provider, work, (ref = stored(outcome.ref)));
      expect(outcome).toMatchObject({ kind: 'done' });
      const again = await pollToEnd(trial.provider, work, await pollNext(trial.provider, work, ref));
      expect(again).toMatchObject({ kind: 'done' });
      expect(paidCalls(await trial.engine.state())).toBe(1);
    });
}

/** Expects a file at the engine's own URL to be marked as trusted: the URL may be private. */
function expectFetchable(file: ProducedFile, engineUrl: string): void {
  if (!('url' in file)) return;
  const { host } = new URL(file.url);
  if (host === new URL(engineUrl).host) expect(file.trustedHosts ?? []).toContain(host);
  else expect(file.headers ?? {}).toEqual({});
}
