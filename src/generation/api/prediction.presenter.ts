/** A prediction's row as callers see it. Links are minted here, anew at each read. */
import { Injectable } from '@nestjs/common';
import { SignedLinks } from '../../assets/index.js';
import { pollIntervalMs } from '../../catalogue/index.js';
import { Config } from '../../config/index.js';
import { toCredits } from '../../credits/index.js';
import type { PredictionRow, StoredEvent, StoredOutput } from '../store/prediction.js';
import { predictionIdOf } from '../store/prediction-id.js';
import type { OutputBody, PredictionView, TimelineEntry } from './prediction.dto.js';

@Injectable()
export class PredictionPresenter {
  constructor(
    private readonly links: SignedLinks,
    private readonly config: Config,
  ) {}

  show(row: PredictionRow): PredictionView {
    return {
      predictionId: predictionIdOf(row.id),
      status: row.status,
      model: row.model,
      modelKey: row.model_key,
      modality: row.modality,
      operation: row.operation,
      creditCost: toCredits(row.cost),
      creditsRefunded: row.status === 'failed' ? toCredits(row.cost) : 0,
      attempts: row.attempts,
      progress: row.progress,
      createdAt: row.created_at.toISOString(),
      startedAt: row.started_at?.toISOString() ?? null,
      completedAt: row.completed_at?.toISOString() ?? null,
      metadata: row.metadata,
      externalUserId: row.external_user_id,
      ...this.showPhase(row),
    };
  }

  private showPhase(row: PredictionRow): Partial<PredictionView> {
    switch (row.status) {
      case 'processing':
        return {
          retryAfterMs: pollIntervalMs(row.modality),
          ...(row.provider_queue_position === null
            ? {}
            : { queue: { position: row.provider_queue_position } }),
        };
      case 'completed': {
        const expiresAt = row.output_expires_at!;
        const gone = row.outputs_removed_at !== null || expiresAt.getTime() <= Date.now();
        const linkEnd = this.linkEnd(expiresAt);
        const outputs = gone ? [] : row.outputs!.map((output) => this.showOutput(output, linkEnd));
        const [first] = outputs;
        return {
          outputUrl: first?.url ?? null,
          url: first?.url ?? null,
          outputUrlExpiresAt: first?.urlExpiresAt ?? null,
          outputs,
          outputExpiresAt: expiresAt.toISOString(),
        };
      }
      case 'failed':
        return {
          error: {
            code: row.error_code!,
            message: row.error_message!,
            retryable: row.error_retryable ?? false,
          },
        };
    }
  }

  private showOutput({ name, ...facts }: StoredOutput, expiresAt: Date): OutputBody {
    return { url: this.links.mint({ name, expiresAt }), urlExpiresAt: expiresAt.toISOString(), ...facts };
  }

  /** When a link made now stops working: with its file, unless the operator wants links to be shorter. */
  private linkEnd(removedAt: Date): Date {
    const { linkHours } = this.config.outputs;
    const latest = linkHours === null ? Infinity : Date.now() + linkHours * 3_600_000;
    // In whole seconds, as links name it.
    return new Date(Math.floor(Math.min(latest, removedAt.getTime()) / 1000) * 1000);
  }
}

/** The recorded attempts between the beginning and the end, which are known from the row itself. */
export function timelineOf(row: PredictionRow, events: StoredEvent[]): TimelineEntry[] {
  const at = (date: Date) => date.toISOString();
  const beginning = (['accepted', 'charged', 'queued'] as const).map((event) => ({
    at: at(row.created_at),
    event,
  }));
  const middle = events.map(({ at: when, ...event }) => ({ at: new Date(when).toISOString(), ...event }));
  return [...beginning, ...middle, ...endOf(row)];
}

function endOf(row: PredictionRow): TimelineEntry[] {
  if (row.completed_at === null) return [];
  const at = row.completed_at.toISOString();
  if (row.status === 'completed') return [{ at, event: 'completed' }];
  const last = row.error_code === 'cancelled' ? 'cancelled' : 'failed';
  return [
    { at, event: last, message: row.error_message ?? undefined },
    { at, event: 'refunded' },
  ];
}
