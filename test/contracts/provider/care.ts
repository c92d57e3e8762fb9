/** Aborts, timeouts and the health check. */
import { expectPending, pollNext } from '../../support/engine-work.js';
import { until } from '../../support/service-process.js';
import type { Trial } from '../provider.contract.js';
import { expectNoSecret, submits } from './traces.js';

export function describeCare(trial: Trial): void {
  const { asynchronous, secret } = trial.fixture;
  const hanging = async () => (await trial.engine.state()).hanging;

  it('ends a submit at once when it is aborted, with the abort’s reason, and closes the connection', async () => {
    await trial.engine.fault('hang');
    const work = trial.workshop.make(trial.first);
    const submit = trial.provider.submit(work);
    const ended = expect(submit).rejects.toBe('lost');
    await until(async () => (await hanging()) === 1);
    work.abort('lost');
    await ended;
    await until(async () => (await hanging()) === 0);
  });

  it('sends nothing when it is already aborted', async () => {
    const work = trial.workshop.make(trial.first);
    work.abort('shutdown');
    await expect(trial.provider.submit(work)).rejects.toBe('shutdown');
    expect(submits(await trial.engine.state())).toEqual([]);
  });

  if (asynchronous)
    it('ends a poll at once when it is aborted, with the abort’s reason', async () => {
      const work = trial.workshop.make(trial.first);
      const { ref } = expectPending(await trial.provider.submit(work));
      await trial.engine.fault('poll-hang');
      const poll = pollNext(trial.provider, work, ref);
      const ended = expect(poll).rejects.toBe('shutdown');
      await until(async () => (await hanging()) === 1);
      work.abort('shutdown');
      await ended;
    });
  else
    it('treats a missing response at the deadline as lost', async () => {
      await trial.engine.fault('hang');
      const work = trial.workshop.make(trial.first, { remainingMs: () => 1_500 });
      expect(await trial.provider.submit(work)).toMatchObject({ kind: 'unknown' });
    });

  it('reports its engine’s URL to the operator, without a secret', () => {
    expect(trial.provider.address).toContain(new URL(trial.engine.url).host);
    expectNoSecret(trial.fixture, 'the address', trial.provider.address);
  });

  describe('the health check', () => {
    it('passes for a working engine, without a paid call', async () => {
      expect(await trial.provider.check()).toMatchObject({
        ok: true,
        detail: expect.stringMatching(/^[^\n]+$/),
      });
      const { paid, requests } = await trial.engine.state();
      expect(paid).toEqual({});
      expect(requests.length).toBeGreaterThan(0);
      expect(requests.filter(({ isSubmit }) => isSubmit)).toEqual([]);
    });

    if (secret !== null)
      it('reports a rejected secret, without printing it', async () => {
        await trial.engine.fault('denied');
        const found = await trial.provider.check();
        expect(found).toMatchObject({ ok: false, detail: expect.stringContaining('401') });
        expectNoSecret(trial.fixture, 'the sign of life', found);
      });

    it('reports a refused connection', async () => {
      const found = await trial.fixture.provider('http://127.0.0.1:1').check();
      expect(found).toMatchObject({ ok: false, detail: expect.stringMatching(/refused/i) });
      expectNoSecret(trial.fixture, 'the sign of life', found);
    });
  });
}
