import { EventEmitter, once } from 'node:events';
import type { Type } from '@nestjs/common';
import type { CatalogueModel } from '../../catalogue/index.js';
import {
  type EngineCheck,
  type Outcome,
  Provider,
  type ProviderRef,
  type Resubmission,
  type Work,
} from '../../providers/index.js';
import {
  behaviourOf,
  type FakeBehaviour,
  type FakeExchange,
  type FakePlan,
  filesOf,
  isFor,
  pollOf,
  submitOf,
} from './fake-behaviour.js';
import { FakeFiles } from './fake-files.js';
import { defaultModels, type FakeModel } from './fake-models.js';

/** The kinds of calls that a fake engine records. */
export type FakeMethod = 'submit' | 'poll' | 'find' | 'cancel' | 'check';

/** A call of a fake engine. */
export interface FakeCall {
  method: FakeMethod;
  /** Of the prediction; absent for `check`. */
  predictionId?: string;
  /** As the service gave it; absent for `cancel` and `check`. */
  work?: Work;
  /** Of `poll` and `cancel`. */
  ref?: ProviderRef;
}

/** How a fake engine differs from the default one. */
export interface FakeEngineOptions {
  /** Default `fake`. */
  name?: string;
  /** Default `none`, as of an engine that knows no idempotency. */
  resubmission?: Resubmission;
  /** Default one model of each modality: `<name>-image`, `-video`, `-audio`, `-3d`. */
  models?: FakeModel[];
  /** Predictions that the process may advance at this engine at once. Default: no limit. */
  places?: number;
}

interface Job {
  behaviour: FakeBehaviour;
  polls: number;
}

const POLL_AFTER_MS = 50;

/**
 * A fake engine. Without instructions every submit returns a small real file. `next` queues behaviours for single submits,
 * `always` sets that of all others. A behaviour covers a submit and the polls, `find` and `cancel` that follow it.
 */
export class FakeEngine extends Provider {
  override readonly name: string;
  override readonly resubmission: Resubmission;
  override readonly places: number;
  /** Its catalogue entries. */
  readonly models: readonly FakeModel[];
  /** All calls so far, in order. */
  readonly calls: FakeCall[] = [];
  /** The result of the next health checks. */
  health: EngineCheck = { ok: true, detail: 'a fake engine' };

  private readonly heard = new EventEmitter().setMaxListeners(0);
  private readonly files = new FakeFiles();
  private readonly jobs = new Map<string, Job>();
  private queue: FakeBehaviour[] = [];
  private otherwise: FakeBehaviour = {};

  constructor({ name = 'fake', resubmission = 'none', models, places = Infinity }: FakeEngineOptions = {}) {
    super();
    this.name = name;
    this.resubmission = resubmission;
    this.places = places;
    this.models = models ?? defaultModels(name);
  }

  /** Queues behaviours, one for each of the next submits that they apply to. */
  next(...plans: FakePlan[]): this {
    this.queue.push(...plans.map(behaviourOf));
    return this;
  }

  /** Sets the behaviour of all submits for which none is queued. */
  always(plan: FakePlan): this {
    this.otherwise = behaviourOf(plan);
    return this;
  }

  /** Forgets all behaviours and calls. */
  reset(): this {
    this.queue = [];
    this.otherwise = {};
    this.calls.length = 0;
    this.health = { ok: true, detail: 'a fake engine' };
    return this;
  }

  /** Returns the calls of one kind so far. */
  callsOf(method: FakeMethod): FakeCall[] {
    return this.calls.filter((call) => call.method === method);
  }

  /** Waits until there have been so many calls of a kind. @returns the last of them. */
  async called(method: FakeMethod, times = 1): Promise<FakeCall> {
    for (;;) {
      const call = this.callsOf(method)[times - 1];
      if (call) return call;
      await once(this.heard, method);
    }
  }

  override offers(model: CatalogueModel): boolean {
    return model.provider === this.name;
  }

  override async submit(work: Work): Promise<Outcome> {
    work.signal.throwIfAborted();
    const behaviour = this.take(work);
    this.jobs.set(work.predictionId, { behaviour, polls: 0 });
    this.record({ method: 'submit', predictionId: work.predictionId, work });
    return this.exchange(submitOf(behaviour), behaviour, work);
  }

  override async poll(work: Work, ref: ProviderRef): Promise<Outcome> {
    const job = this.jobs.get(String(ref.job));
    this.record({ method: 'poll', predictionId: work.predictionId, work, ref });
    if (!job) return { kind: 'refuse', code: 'provider_error', message: 'The engine has lost this job.' };
    job.polls += 1;
    return this.exchange(pollOf(job.behaviour, job.polls - 1), job.behaviour, work);
  }

  override async find(work: Work): Promise<ProviderRef | null> {
    this.record({ method: 'find', predictionId: work.predictionId, work });
    const { find = 'found' } = this.jobs.get(work.predictionId)?.behaviour ?? { find: 'missing' };
    if (find === 'throw') throw new Error('The fake engine does not respond.');
    return find === 'found' ? { job: work.predictionId } : null;
  }

  override async cancel(ref: ProviderRef): Promise<void> {
    const job = String(ref.job);
    this.record({ method: 'cancel', predictionId: job, ref });
    if (this.jobs.get(job)?.behaviour.cancel === 'refused')
      throw new Error('The fake engine does not cancel this job.');
  }

  override async check(): Promise<EngineCheck> {
    this.record({ method: 'check' });
    return this.health;
  }

  /** Nest calls it when the service stops. */
  onModuleDestroy(): Promise<void> {
    return this.files.close();
  }

  private take(work: Work): FakeBehaviour {
    const index = this.queue.findIndex((behaviour) => isFor(behaviour, work));
    const [queued] = index === -1 ? [] : this.queue.splice(index, 1);
    return queued ?? (isFor(this.otherwise, work) ? this.otherwise : {});
  }

  private record(call: FakeCall): void {
    this.calls.push(call);
    this.heard.emit(call.method);
  }

  private async exchange(exchange: FakeExchange, behaviour: FakeBehaviour, work: Work): Promise<Outcome> {
    if (typeof exchange === 'function') return exchange(work);
    if (typeof exchange === 'object') return exchange;
    const { code = 'provider_error', internal = `a fake ${exchange}`, afterMs, operatorSide } = behaviour;
    switch (exchange) {
      case 'done':
        return { kind: 'done', files: await this.files.produce(work, filesOf(behaviour)) };
      case 'pending': {
        const { pollAfterMs = POLL_AFTER_MS, progress, queuePosition } = behaviour;
        return { kind: 'pending', ref: { job: work.predictionId }, pollAfterMs, progress, queuePosition };
      }
      case 'retry':
      case 'throttled':
        return { kind: 'retry', code, internal, afterMs, operatorSide, throttled: exchange === 'throttled' };
      case 'refuse': {
        const { message = 'The engine refused this request.' } = behaviour;
        return { kind: 'refuse', code, message, internal, operatorSide };
      }
      case 'unknown':
        return { kind: 'unknown', internal };
      case 'throw':
        throw new Error(internal);
      case 'hang':
        work.signal.throwIfAborted();
        await once(work.signal, 'abort');
        throw work.signal.reason;
    }
  }
}

/** The service creates engines from classes; the instance of this one is the engine. */
export function classOf(engine: Provider): Type<Provider> {
  return class {
    constructor() {
      return engine;
    }
  } as unknown as Type<Provider>;
}
