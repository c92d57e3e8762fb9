import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { InputMedia } from '../../assets/index.js';
import { Catalogue } from '../../catalogue/index.js';
import { Config } from '../../config/index.js';
import type { Work } from '../../providers/index.js';
import type { ClaimedPrediction } from '../store/prediction.js';
import { predictionIdOf } from '../store/prediction-id.js';
import { ScratchDirectory } from './scratch-directory.js';

/** Why a worker stops a step: the abort reason of its signal. */
export type StopReason = 'deadline' | 'lost' | 'shutdown';

/** A step of a prediction whose lease this worker holds. */
export interface Advance {
  claimed: ClaimedPrediction;
  /** Aborted with a `StopReason`. */
  signal: AbortSignal;
  progress: (percent: number) => void;
}

/** Creates the `Work` of an attempt for its adapter, and removes its scratch files afterwards. */
@Injectable()
export class WorkFactory {
  private readonly scratch = new WeakMap<Work, ScratchDirectory>();

  constructor(
    private readonly config: Config,
    private readonly catalogue: Catalogue,
    private readonly media: InputMedia,
  ) {}

  optionsOf({ model_key: key, provider }: ClaimedPrediction): Readonly<Record<string, unknown>> {
    return this.catalogue.optionsOf(key, provider);
  }

  keepsMetadata(modelKey: string): boolean {
    return this.catalogue.keepsMetadata(modelKey);
  }

  create({ claimed, signal, progress }: Advance): Work {
    const scratch = new ScratchDirectory(
      join(this.config.dataDirectory, 'scratch', `${claimed.id}-${claimed.fence}`),
    );
    const endsAt = performance.now() + claimed.remaining_ms;
    const input = { ...claimed.input, ...claimed.inline_media };
    const work: Work = {
      predictionId: predictionIdOf(claimed.id),
      attempt: claimed.attempts,
      fence: claimed.fence,
      modelKey: claimed.model_key,
      model: claimed.model,
      modality: claimed.modality,
      operation: claimed.operation,
      input,
      options: this.optionsOf(claimed),
      deadline: claimed.deadline_at,
      remainingMs: () => endsAt - performance.now(),
      get directory() {
        return scratch.path;
      },
      signal,
      progress,
      media: (field) =>
        this.media.acquire(String(input[field]), {
          kind: field === 'imageUrl' ? 'image' : 'video',
          directory: scratch.path,
          signal,
        }),
    };
    this.scratch.set(work, scratch);
    return work;
  }

  async dispose(work: Work): Promise<void> {
    await this.scratch.get(work)?.remove();
  }
}
