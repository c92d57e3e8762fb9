/** Every read of a prediction mints new signed links. */
import { Injectable } from '@nestjs/common';
import { SignedLinks } from '../../assets/index.js';
import { pollIntervalMs } from '../../catalogue/index.js';
import { toCredits } from '../../credits/index.js';
import { Config } from '../../platform/config/index.js';
import { publicId } from '../../platform/http/index.js';
import type { PredictionRow, StoredEvent, StoredOutput } from '../prediction.js';
import { fromStoredColumns } from '../request-fields.js';
import type { OutputBody, PredictionView, TimelineEntry } from './prediction.dto.js';

@Injectable()
export class PredictionPresenter {
  constructor(
    private readonly links: SignedLinks,
    private readonly config: Config,
  ) {}

  /** Returns a new object, to which the caller may add fields, because a copy would cost more than the rest. */
  show(row: PredictionRow): PredictionView {
    const view: PredictionView = {
      predictionId: publicId('pred', row.id),
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
      ...fromStoredColumns(row),
    };
    if (row.price_version !== null) view.priceVersion = row.price_version;
    if (row.seed !== null) view.seed = row.seed;
    this.addState(view, row);
    if (row.deleted_at !== null) view.deletedAt = row.deleted_at.toISOString();
    return view;
  }

  private addState(view: PredictionView, row: PredictionRow): void {
    switch (row.status) {
      case 'processing':
        view.retryAfterMs = pollIntervalMs(row.modality);
        if (row.provider_queue_position !== null) view.queue = { position: row.provider_queue_position };
        return;
      case 'completed': {
        const expiresAt = row.output_expires_at!;
        const isExpired =
          row.deleted_at !== null || row.outputs_removed_at !== null || expiresAt.getTime() <= Date.now();
        const linkExpiresAt = this.linkExpiry(expiresAt);
        const outputs = isExpired ? [] : row.outputs!.map((output) => this.showOutput(output, linkExpiresAt));
        const [first] = outputs;
        view.outputUrl = first?.url ?? null;
        view.url = first?.url ?? null;
        view.outputUrlExpiresAt = first?.urlExpiresAt ?? null;
        view.outputs = outputs;
        view.outputExpiresAt = expiresAt.toISOString();
        return;
      }
      case 'failed':
        view.error = {
          code: row.error_code!,
          message: row.error_message!,
          retryable: row.error_retryable ?? false,
        };
    }
  }

  private showOutput({ name, ...facts }: StoredOutput, expiresAt: Date): OutputBody {
    return { url: this.links.mint({ name, expiresAt }), urlExpiresAt: expiresAt.toISOString(), ...facts };
  }

  /** With its file, or earlier if the operator set `OUTPUT_LINK_HOURS`. */
  private linkExpiry(removedAt: Date): Date {
    const { linkHours } = this.config.outputs;
    const latest = linkHours === null ? Infinity : Date.now() + linkHours * 3_600_000;
    // Links contain whole seconds.
    return new Date(Math.floor(Math.min(latest, removedAt.getTime()) / 1000) * 1000);
  }
}

/** The first and last events derive from the row, those of attempts are recorded. */
export function timelineOf(row: PredictionRow, events: StoredEvent[]): TimelineEntry[] {
  const at = (date: Date) => date.toISOString();
  const firstEvents = (['accepted', 'charged', 'queued'] as const).map((event) => ({
    at: at(row.created_at),
    event,
  }));
  const attemptEvents = events.map(({ at: when, times: _, ...event }) => ({
    at: new Date(when).toISOString(),
    ...event,
  }));
  return [...firstEvents, ...attemptEvents, ...lastEventsOf(row)];
}

function lastEventsOf(row: PredictionRow): TimelineEntry[] {
  if (row.completed_at === null) return [];
  const at = row.completed_at.toISOString();
  if (row.status === 'completed') return [{ at, event: 'completed' }];
  const last = row.error_code === 'cancelled' ? 'cancelled' : 'failed';
  return [
    { at, event: last, message: row.error_message ?? undefined },
    { at, event: 'refunded' },
  ];
}
