/** The built-in engine as a provider: runs an operation in its pool of child processes and hands over the files. */
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Inject, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import {
  Catalogue,
  type CatalogueModel,
  Config,
  type EngineCheck,
  type InputSize,
  type Outcome,
  Provider,
  type Work,
} from 'offprint';
import { adviceFor } from './advice.js';
import {
  ENGINE_OPERATIONS,
  EngineCrash,
  EngineFailure,
  type EngineOperationKey,
  EnginePool,
  EngineRefusal,
  type EngineTask,
  problemOfSize,
} from './standalone.js';

export class EmbeddedProvider extends Provider implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly name = 'embedded';
  readonly resubmission = 'harmless';
  override readonly isProcedural = true;
  override readonly places = Math.max(1, availableParallelism());

  private readonly logger = new Logger('engine');
  private readonly pool: EnginePool;

  constructor(
    @Inject(Config) { ffmpegPath }: Config,
    @Inject(Catalogue) private readonly catalogue: Catalogue,
  ) {
    super();
    this.pool = new EnginePool({
      size: this.places,
      idleSeconds: 30,
      environment: ffmpegPath === null ? {} : { FFMPEG_PATH: ffmpegPath },
      log: (line) => this.logger.warn(line),
    });
  }

  offers(model: CatalogueModel): boolean {
    return operationOf(model) !== undefined;
  }

  override problemOfSize(
    model: CatalogueModel,
    input: Readonly<Record<string, unknown>>,
    size: InputSize,
  ): string | null {
    const operation = operationOf(model);
    return operation ? problemOfSize(operation, input, size) : null;
  }

  async submit(work: Work): Promise<Outcome> {
    const operation = operationOf(work);
    if (!operation) {
      return { kind: 'refuse', code: 'internal_error', message: 'The engine does not know this model.' };
    }
    const task: EngineTask = {
      operation,
      input: work.input,
      seed: seedOf(work),
      directory: work.directory,
    };
    if (typeof work.input.imageUrl === 'string') task.imagePath = (await work.media('imageUrl')).path;
    if (typeof work.input.videoUrl === 'string') task.videoPath = (await work.media('videoUrl')).path;
    try {
      const files = await this.pool.run(task, { progress: work.progress, signal: work.signal });
      return { kind: 'done', files: files.map(({ path, contentType }) => ({ path, contentType })) };
    } catch (error) {
      return outcomeOf(error);
    }
  }

  /** Logs the advice once per start: which models are on offer is known now. */
  onApplicationBootstrap(): void {
    const advice = adviceFor(this.catalogue.offeredProviders);
    if (advice) this.logger.log(advice);
  }

  /** Returns what needs no check, with the advice: the administration shows it. */
  override check(): Promise<EngineCheck> {
    const advice = adviceFor(this.catalogue.offeredProviders);
    return Promise.resolve({ ok: true, detail: advice ? `built in; ${advice}` : 'built in' });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.stop();
  }
}

/** The `model` of a catalogue's own model is an operation; the shipped ones have it as their key. */
function operationOf({ model, modelKey }: Pick<Work, 'model' | 'modelKey'>): EngineOperationKey | undefined {
  return [model, modelKey].find(isOperation);
}

function isOperation(key: string): key is EngineOperationKey {
  return (ENGINE_OPERATIONS as readonly string[]).includes(key);
}

/** The same prompt, parameters and explicit seed produce the same bytes; without a seed every prediction differs. */
function seedOf(work: Work): string {
  const { seed, ...parameters } = work.input;
  const ordered = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1));
  const words = JSON.stringify([work.modelKey, ordered, seed ?? work.predictionId]);
  return createHash('sha256').update(words).digest('hex');
}

/** What programs and libraries say of a disk that cannot be written: no failure of the engine. */
const DISK_FAULT =
  /\b(?:ENOSPC|EROFS|EDQUOT)\b|No space left on device|Read-only file system|Disk quota exceeded/i;

/** @throws errors of our own disk: another worker may be able to write. */
function outcomeOf(error: unknown): Outcome {
  if (error instanceof EngineFailure && DISK_FAULT.test(error.message)) throw error;
  if (error instanceof EngineRefusal) return { kind: 'refuse', code: error.code, message: error.message };
  if (error instanceof EngineCrash) return { kind: 'retry', code: 'provider_error', internal: error.message };
  if (error instanceof EngineFailure)
    return { kind: 'retry', code: 'provider_error', internal: error.message };
  throw error;
}
