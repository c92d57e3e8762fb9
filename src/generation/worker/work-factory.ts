import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { InputMedia, InputRefused, prepareInputPicture } from '../../assets/index.js';
import { Catalogue } from '../../catalogue/index.js';
import { Config } from '../../platform/config/index.js';
import { publicId } from '../../platform/http/index.js';
import type { InputFile, Work } from '../../providers/index.js';
import type { ClaimedPrediction } from '../prediction.js';
import { diskFaultOf, InputNotWritten } from './disk-fault.js';
import { outputMark } from './output-mark.js';
import { ScratchDirectory } from './scratch-directory.js';

/** The abort reason of a step's signal. */
export type StopReason = 'deadline' | 'lost' | 'shutdown';

/** The worker holds the lease. */
export interface Advance {
  claimed: ClaimedPrediction;
  /** Aborted with a `StopReason`. */
  signal: AbortSignal;
  progress: (percent: number) => void;
}

/** Also removes the scratch files of an attempt. */
@Injectable()
export class WorkFactory {
  private readonly scratch = new WeakMap<Work, ScratchDirectory>();
  private readonly sourceTypes = new WeakMap<Work, string>();

  constructor(
    private readonly config: Config,
    private readonly catalogue: Catalogue,
    private readonly media: InputMedia,
  ) {}

  optionsOf({ model_key: key, provider }: ClaimedPrediction): Readonly<Record<string, unknown>> {
    return this.catalogue.optionsOf(key, provider);
  }

  /** For a result without a mark of its own; null when results are not marked. */
  markOf(work: Work, isProcedural: boolean): string | null {
    if (!this.config.outputs.areMarked) return null;
    const declared = this.catalogue.digitalSourceTypeOf(work.modelKey);
    return declared ?? outputMark(this.sourceTypes.get(work) ?? null, work.operation, isProcedural);
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
      predictionId: publicId('pred', claimed.id),
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
      media: async (field) => {
        try {
          return await this.readMedia(work, scratch, field);
        } catch (error) {
          const fault = diskFaultOf(error);
          throw fault ? new InputNotWritten(fault.message, error) : error;
        }
      },
    };
    this.scratch.set(work, scratch);
    return work;
  }

  private async readMedia(
    work: Work,
    scratch: ScratchDirectory,
    field: 'imageUrl' | 'videoUrl',
  ): Promise<InputFile> {
    const kind = field === 'imageUrl' ? 'image' : 'video';
    const { input, signal } = work;
    const file = await this.media.acquire(String(input[field]), { kind, directory: scratch.path, signal });
    if (kind === 'video') return file;
    const { path, contentType, sourceType } = await prepareInputPicture(file.path, file.contentType).catch(
      (cause: unknown) => {
        throw diskFaultOf(cause) ?? new InputRefused('The picture does not decode.', false, cause);
      },
    );
    if (sourceType !== null) this.sourceTypes.set(work, sourceType);
    return { path, contentType };
  }

  async dispose(work: Work): Promise<void> {
    await this.scratch.get(work)?.remove();
  }
}
