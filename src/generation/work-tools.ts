import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { InputMedia } from '../assets/index.js';
import { Catalogue } from '../catalogue/index.js';
import { Config } from '../config/index.js';
import type { Work } from '../providers/index.js';
import type { ClaimedPrediction } from './prediction.js';
import { predictionIdOf } from './prediction-id.js';

/** Why a worker stops in the middle: the reason of the signal that it gives to its work. */
export type StopReason = 'deadline' | 'lost' | 'shutdown';

/** A step that a worker has the lease for. */
export interface Advance {
  claimed: ClaimedPrediction;
  /** Aborted with a `StopReason`. */
  signal: AbortSignal;
  progress(percent: number): void;
}

/** Makes what an adapter gets for one attempt, and clears away its scratch files afterwards. */
@Injectable()
export class WorkTools {
  constructor(
    private readonly config: Config,
    private readonly catalogue: Catalogue,
    private readonly media: InputMedia,
  ) {}

  get retentionDays(): number {
    return this.config.outputs.retentionDays;
  }

  optionsOf({ model_key: key }: ClaimedPrediction): Readonly<Record<string, unknown>> {
    return this.catalogue.entries.find(({ modelKey }) => modelKey === key)?.options ?? {};
  }

  async open({ claimed, signal, progress }: Advance): Promise<Work> {
    const directory = join(this.config.dataDirectory, 'scratch', `${claimed.id}-${claimed.fence}`);
    await mkdir(directory, { recursive: true });
    const source = { ...claimed.input, ...claimed.inline_media };
    return {
      predictionId: predictionIdOf(claimed.id),
      attempt: claimed.attempts,
      modelKey: claimed.model_key,
      model: claimed.model,
      modality: claimed.modality,
      operation: claimed.operation,
      input: source,
      options: this.optionsOf(claimed),
      deadline: claimed.deadline_at,
      directory,
      signal,
      progress,
      media: (field) =>
        this.media.acquire(String(source[field]), {
          kind: field === 'imageUrl' ? 'image' : 'video',
          directory,
          signal,
        }),
    };
  }

  async close(work: Work): Promise<void> {
    await rm(work.directory, { recursive: true, force: true });
  }
}
