/** A prediction's row as callers see it. Links are minted here, anew at each read. */
import { Injectable } from '@nestjs/common';
import { SignedLinks } from '../assets/index.js';
import { pollIntervalMs } from '../catalogue/index.js';
import { toCredits } from '../credits/index.js';
import type { PredictionRow, StoredEvent, StoredOutput } from './prediction.js';
import type { OutputBody, PredictionView, TimelineEntry } from './prediction.dto.js';
import { predictionIdOf } from './prediction-id.js';

/** A link outlives any sensible download, and not by much the page it was put into. */
const LINK_SECONDS = 24 * 3600;

@Injectable()
export class PredictionPresenter {
  constructor(private readonly links: SignedLinks) {}

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
        const outputs = gone ? [] : row.outputs!.map((output) => this.showOutput(output, expiresAt));
        const url = outputs[0]?.url ?? null;
        return { outputUrl: url, url, outputs, outputExpiresAt: expiresAt.toISOString() };
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

  private showOutput({ name, ...facts }: StoredOutput, removedAt: Date): OutputBody {
    const expiresAt = new Date(Math.min(Date.now() + LINK_SECONDS * 1000, removedAt.getTime()));
    return { url: this.links.mint({ name, expiresAt }), ...facts };
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
