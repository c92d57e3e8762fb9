/** Starts predictions within the session's ceiling, waits for them, and cancels those whose call was cancelled. */
import {
  ConflictError,
  ConnectionError,
  OffprintError,
  type PredictionBody,
  type Quote,
  type Started,
  UnavailableError,
} from '@offprint/client';
import type { Session } from './session.js';
import { CeilingReachedError, type Reservation } from './spending-ceiling.js';

export interface GenerateRequest {
  modelKey: string;
  [field: string]: unknown;
}

export interface Waiting {
  /** Seconds after which a prediction that is not final is returned as it is. */
  waitSeconds: number;
  signal: AbortSignal;
  /** Called with each state that is read. */
  onState?: ((body: PredictionBody) => void) | undefined;
}

/** Predictions of a session that are not final: their states fit into one request. */
const MAX_UNSETTLED = 100;
const PRICE_ATTEMPTS = 3;
/** Below the time after which common proxies close a silent connection. */
const LONG_POLL_SECONDS = 25;

/** Starts a prediction: its price is reserved before. @throws {CeilingReachedError} when it does not fit. */
export async function start(session: Session, input: GenerateRequest, signal: AbortSignal): Promise<Started> {
  if (session.ceiling.unsettled.length >= MAX_UNSETTLED) await refresh(session);
  if (session.ceiling.unsettled.length >= MAX_UNSETTLED)
    throw new Error(
      `${MAX_UNSETTLED} predictions of this session are still processing. Nothing was charged.`,
    );
  if (session.ceiling.maxCredits === null) return charge(session, input, session.ceiling.reserve(0));
  for (let attempt = 1; ; attempt += 1) {
    const quote = await session.offprint.quote(input);
    signal.throwIfAborted();
    try {
      return await startAtPrice(session, input, quote);
    } catch (error) {
      const isRepeatable = input.priceVersion === undefined && attempt < PRICE_ATTEMPTS;
      if (!isRepeatable || !(error instanceof ConflictError && error.code === 'price_changed')) throw error;
    }
  }
}

/** Reads the states of the session's predictions that may have been refunded, so that their room is given back. */
export async function refresh(session: Session): Promise<void> {
  const ids = session.ceiling.unsettled.slice(0, MAX_UNSETTLED);
  if (ids.length === 0) return;
  for (const body of await session.offprint.statuses(ids)) session.ceiling.settle(body);
}

/** Waits until a prediction is final, or for `waitSeconds`. @throws the signal's reason when it aborts. */
export async function waitFor(
  session: Session,
  predictionId: string,
  { waitSeconds, signal, onState }: Waiting,
): Promise<PredictionBody> {
  const endsAt = performance.now() + waitSeconds * 1_000;
  let seconds = onState ? 0 : LONG_POLL_SECONDS;
  for (;;) {
    const left = Math.max(0, Math.ceil((endsAt - performance.now()) / 1_000));
    const body = await session.offprint.status(predictionId, {
      waitSeconds: Math.min(seconds, left),
      signal,
    });
    session.ceiling.settle(body);
    onState?.(body);
    if (body.status !== 'processing' || performance.now() >= endsAt) return body;
    if (onState) seconds = Math.min(LONG_POLL_SECONDS, Math.ceil((body.retryAfterMs ?? 3_000) / 1_000));
  }
}

/** Cancels a prediction: it is refunded unless it is final. */
export async function cancel(session: Session, predictionId: string): Promise<PredictionBody> {
  const body = await session.offprint.cancel(predictionId);
  session.ceiling.settle(body);
  return body;
}

async function startAtPrice(session: Session, input: GenerateRequest, quote: Quote): Promise<Started> {
  if (input.priceVersion !== undefined && input.priceVersion !== quote.priceVersion)
    throw new OffprintError('The price has changed since that priceVersion.', 'price_changed');
  const reservation = await reserve(session, quote.creditCost);
  return charge(session, { ...input, priceVersion: quote.priceVersion }, reservation);
}

async function reserve(session: Session, credits: number): Promise<Reservation> {
  try {
    return session.ceiling.reserve(credits);
  } catch (error) {
    if (!(error instanceof CeilingReachedError)) throw error;
    await refresh(session);
    return session.ceiling.reserve(credits);
  }
}

async function charge(session: Session, input: GenerateRequest, reservation: Reservation): Promise<Started> {
  try {
    // Not aborted by a cancellation: without the response the prediction could not be cancelled.
    const started = await session.offprint.start(input);
    reservation.charge(started.predictionId, started.creditCost);
    return started;
  } catch (error) {
    if (!mayHaveStarted(error)) reservation.release();
    else reservation.keep();
    throw error;
  }
}

/** The response was lost for longer than the client repeats the request. */
function mayHaveStarted(error: unknown): boolean {
  if (!(error instanceof OffprintError)) return true;
  return (
    error instanceof ConnectionError ||
    error instanceof UnavailableError ||
    error.code === 'idempotency_in_progress'
  );
}
