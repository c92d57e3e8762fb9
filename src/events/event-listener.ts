/** An extension implements the port of a listener to hear what happened. */

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

/** What events of a prediction carry. */
export interface PredictionEventData {
  env: string;
  modelKey: string;
  modality: string;
  operation: string;
  /** In credits: what the prediction was charged, as the API names it. */
  creditCost: number;
}

/** What events of a failed or cancelled prediction carry. */
export interface FailedPredictionEventData extends PredictionEventData {
  /** As in `error` of its status. */
  code: string | null;
  retryable: boolean | null;
}

/** What events of credits carry. */
export interface CreditsEventData {
  /** In credits: what the balance changed by. */
  amount: number;
  /** In credits: the balance after it. */
  balance: number;
}

/** What events of a key carry. */
export interface KeyEventData {
  env: string;
  scopes: string[];
  /** Of a created key: the key that it replaces. */
  replaces?: string;
  /** Of a replaced key. */
  replacedBy?: string;
  /** Of a replaced key: when it ends or ended; ISO 8601, UTC. */
  revokedAt?: string;
}

/** What events of each kind carry. */
export interface EventData {
  'account.opened': { plan: string };
  'credits.adjusted': CreditsEventData;
  'credits.charged': CreditsEventData;
  'credits.granted': CreditsEventData;
  'credits.refunded': CreditsEventData;
  'key.created': KeyEventData;
  'key.revoked': KeyEventData;
  'prediction.accepted': PredictionEventData;
  'prediction.cancelled': FailedPredictionEventData;
  'prediction.completed': PredictionEventData;
  'prediction.failed': FailedPredictionEventData;
  'prediction.started': PredictionEventData;
}

/** What an event of one kind is. */
export interface EventOf<Kind extends EventKind> {
  /** `evt_` and a number, ended by `c` for the credits of a prediction. It is the same in every delivery: compare it to recognise a repeated one. */
  id: string;
  kind: Kind;
  /** When it happened: ISO 8601, UTC. */
  at: string;
  accountId: string;
  /** Of events of a prediction, and of the credits that it was charged or refunded. */
  predictionId: string | null;
  /** The key that was created or revoked, or that started the prediction. Null: none, or the dashboard. */
  keyId: string | null;
  data: Readonly<EventData[Kind]>;
}

/** Something that happened and is committed. It carries public ids, and no input, no output and no secret. */
export type ServiceEvent = { [Kind in EventKind]: EventOf<Kind> }[EventKind];

/** The events of one call of a listener. */
export interface EventBatch {
  /** In their order, at least one. */
  events: readonly ServiceEvent[];
  /** 1, and one more for each failure at the first of these events. */
  attempt: number;
  /**
   * Aborted when another process may take over or this one stops: finish at once. The result of such a call is ignored, and its events are
   * delivered again.
   */
  signal: AbortSignal;
}

/**
 * Hears what happened, at least once and in order: `handle` gets the events of a prediction, an account or a key in the order in which they
 * happened, from the registration of its name on. One process at a time calls it. Register the class in `listeners` of an extension;
 * processes with the role `worker` run it.
 */
export abstract class EventListener {
  /** Identifies its position in the database: lower-case letters, digits and hyphens. A new name starts with new events. */
  abstract readonly name: string;

  /** The kinds that it hears; others are not delivered. */
  abstract readonly kinds: readonly EventKind[];

  /** The most events of a batch; that of a charge or refund comes with its prediction's and counts as one. Default: 100. */
  readonly batchSize?: number;

  /**
   * Handles events, which count as handled when it resolves. When it throws, the same events are delivered again, after 1 s to 60 s and
   * until it resolves; nothing else waits for that. No transaction is open during the call.
   */
  abstract handle(batch: EventBatch): Promise<void>;
}
