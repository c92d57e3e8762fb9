/** The port of a listener: what an extension implements to hear what happened. */

/** The kinds of events. */
export const EVENT_KINDS = [
  'account.opened',
  'credits.adjusted',
  'credits.charged',
  'credits.granted',
  'credits.refunded',
  'key.created',
  'key.revoked',
  'prediction.accepted',
  'prediction.cancelled',
  'prediction.completed',
  'prediction.failed',
  'prediction.started',
] as const;

/** The kind of an event. */
export type EventKind = (typeof EVENT_KINDS)[number];

/** Something that happened and is committed. It carries public ids, and no input, no output and no secret. */
export interface ServiceEvent {
  /** `evt_` and a number, ended by `c` for the credits of a prediction. It is the same in every delivery: compare it to recognise a repeated one. */
  id: string;
  kind: EventKind;
  /** When it happened: ISO 8601, UTC. */
  at: string;
  accountId: string;
  /** Of events of a prediction, and of the credits that it was charged or refunded. */
  predictionId: string | null;
  /** The key that was created or revoked, or that started the prediction. Null: none, or the dashboard. */
  keyId: string | null;
  /**
   * `prediction.*`: env, modelKey, modality, operation, cost in credits; of a failed or cancelled one also code and retryable.
   * `credits.*`: amount that the balance changed by, and the balance after it, in credits. `key.*`: env, scopes.
   * `account.opened`: plan.
   */
  data: Readonly<Record<string, unknown>>;
}

/** The events of one call of a listener. */
export interface EventBatch {
  /** In their order, at least one. */
  events: readonly ServiceEvent[];
  /** 1, and one more for each failure at the first of these events. */
  attempt: number;
  /**
   * Aborted when another process may take over or this one stops: finish at once. What such a call returns is ignored, and its
   * events are delivered again.
   */
  signal: AbortSignal;
}

/**
 * Hears what happened, at least once and in order: `handle` gets the events of a prediction, an account or a key in the order in
 * which they happened, from the registration of its name on. One process at a time calls it. Register the class in
 * `listeners` of an extension; processes with the role `worker` run it.
 */
export abstract class EventListener {
  /** Identifies its position in the database: lower-case letters, digits and hyphens. A new name starts with new events. */
  abstract readonly name: string;

  /** The kinds that it hears; others are not delivered. */
  abstract readonly kinds: readonly EventKind[];

  /** The most events of a batch; that of a charge or refund comes with its prediction's and counts as one. Default: 100. */
  readonly batchSize?: number;

  /**
   * Handles events. They count as handled when it resolves. When it throws, the same events are delivered again, after 1 s to
   * 60 s and until it resolves; nothing else waits for that. No transaction is open during the call.
   */
  abstract handle(batch: EventBatch): Promise<void>;
}
