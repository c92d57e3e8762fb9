/** Why a call of Stripe failed, in words that are safe in a log: no key, nothing of the buyer, no message of Stripe's. */
import Stripe from 'stripe';

/** A failed call of Stripe. */
export class StripeFailure extends Error {
  override readonly name = 'StripeFailure';

  /** @param isFinal whether Stripe has rejected the request, and would again. */
  constructor(
    message: string,
    readonly isFinal = false,
  ) {
    super(message);
  }
}

/** Codes and names of parameters, of Stripe or of the system. */
const NAME = /^[A-Za-z0-9_.[\]-]{1,100}$/;
const nameOf = (value: unknown): string | null =>
  typeof value === 'string' && NAME.test(value) ? value : null;

/** Returns the failure that an error of the library describes. Other errors are returned as they are. */
export function toStripeFailure(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const request = nameOf(error.requestId);
  const { StripeInvalidRequestError, StripePermissionError } = Stripe.errors;
  const isFinal = error instanceof StripeInvalidRequestError || error instanceof StripePermissionError;
  return new StripeFailure(`${reasonOf(error)}${request === null ? '' : ` [${request}]`}`, isFinal);
}

function reasonOf(error: Stripe.errors.StripeError): string {
  const { errors } = Stripe;
  if (error instanceof errors.StripeConnectionError) return connectionReasonOf(error);
  if (error instanceof errors.StripeAuthenticationError) return 'Stripe does not accept STRIPE_SECRET_KEY';
  if (error instanceof errors.StripePermissionError)
    return 'STRIPE_SECRET_KEY lacks a permission for this request';
  if (error instanceof errors.StripeRateLimitError) return 'Stripe limits the rate of requests';
  // Stripe keeps the parameters of a key for at least a day.
  if (error instanceof errors.StripeIdempotencyError)
    return 'the checkout was opened before with another email, customer or address of the service';
  const details = [error.code, error.param].map(nameOf).filter((detail) => detail !== null);
  const status = error.statusCode === undefined ? '' : ` with ${error.statusCode}`;
  return `Stripe responds${status}${details.length > 0 ? ` (${details.join(', ')})` : ''}`;
}

function connectionReasonOf({ detail }: Stripe.errors.StripeError): string {
  const code = nameOf((detail as { code?: unknown } | undefined)?.code);
  if (code === 'ETIMEDOUT') return 'Stripe does not respond in time';
  return `Stripe cannot be reached${code === null ? '' : ` (${code})`}`;
}
