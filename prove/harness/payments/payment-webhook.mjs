// Webhooks of the payment service of the trials: a JSON list of events with an HMAC-SHA256 of the body.
import { createHmac, timingSafeEqual } from 'node:crypto';

const HEADER = 'x-chaos-signature';
const signatureOf = (body, secret) => createHmac('sha256', secret).update(body).digest('hex');

/** @returns {{body: string, headers: Record<string, string>}} */
export function webhookOf(events, secret) {
  const body = JSON.stringify(events);
  return { body, headers: { 'content-type': 'application/json', [HEADER]: signatureOf(body, secret) } };
}

export function isSigned(body, headers, secret) {
  const given = Buffer.from(String(headers[HEADER] ?? ''));
  const expected = Buffer.from(signatureOf(body, secret));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
