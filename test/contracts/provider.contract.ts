/**
 * The contract of every adapter of a remote engine, against a fake of that engine (`test/engines/<fake>.mjs`) in a process
 * of its own. A test file calls `describeProvider` with one example of each operation; the first one is also tested with
 * every fault. `differs` lists the deviations of an engine, with their reasons.
 */
import type { Outcome, Provider } from '@offprint/engines';
import { type EngineProcess, startEngine } from '../support/engine-process.js';
import { openWorkshop, type WorkExample, type Workshop } from '../support/engine-work.js';
import { describeAnswers } from './provider/answers.js';
import { describeCare } from './provider/care.js';
import { describePolls } from './provider/polls.js';
import { describeResults } from './provider/results.js';

export interface ProviderFixture {
  name: string;
  /** File name in `test/engines/`. */
  fake: string;
  /** The secret that `provider` uses; null when the engine requires none. */
  secret: string | null;
  /** Creates the adapter for the fake's URL. */
  provider(url: string): Provider;
  works: WorkExample[];
  /** Whether `submit` returns `pending` for the first example. */
  asynchronous: boolean;
  /** Whether `cancel(ref)` reaches the engine. */
  cancels: boolean;
  /** Whether the engine has content rules. Default true. */
  moderates?: boolean;
  /** Outcome of an unknown id, for asynchronous engines. */
  lost?: 'retry' | 'refuse';
  /** Expectations that replace the common ones, by fault. */
  differs?: Record<string, Partial<Outcome>>;
}

/** Context of each part of the suite; `fixture` is available at once, the rest inside tests. */
export interface Trial {
  fixture: ProviderFixture;
  /** The example for the tests with faults. */
  first: WorkExample;
  engine: EngineProcess;
  provider: Provider;
  workshop: Workshop;
}

export function describeProvider(fixture: ProviderFixture): void {
  describe(`${fixture.name} as a provider`, () => {
    const trial = { fixture, first: fixture.works[0]! } as Trial;

    beforeAll(async () => {
      trial.engine = await startEngine(fixture.fake);
      trial.workshop = await openWorkshop();
      trial.provider = fixture.provider(trial.engine.url);
    });
    beforeEach(async () => {
      await trial.engine.mend();
      await trial.engine.clear();
    });
    afterAll(async () => {
      await trial.engine.end();
      await trial.workshop.close();
    });

    describeResults(trial);
    describeAnswers(trial);
    if (fixture.asynchronous) describePolls(trial);
    describeCare(trial);
  });
}
