import { AppError } from '../platform/errors/index.js';
import { withTimeout } from '../platform/time/index.js';
import { SignatureInvalid } from './payment-provider.js';

const MAX_MS = 20_000;

/** @throws 400 `signature_invalid`; 503 when the call rejects otherwise or takes longer than 20 s. */
export async function callProvider<T>(call: () => Promise<T>): Promise<T> {
  const lateError = () => new Error('The payment service has not answered in time.');
  try {
    return await withTimeout(MAX_MS, call(), lateError);
  } catch (cause) {
    if (cause instanceof SignatureInvalid) throw new AppError('signature_invalid', { cause });
    throw new AppError('service_unavailable', { cause, headers: { 'Retry-After': '5' } });
  }
}
