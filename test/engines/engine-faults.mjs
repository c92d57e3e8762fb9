/**
 * Faults of engines, independent of their protocol. Most faults are handled here, before the fake's own handler;
 * the others are left to the handler, which reads `engine.fault`, `engine.look` and `engine.accept`.
 */

/** Seconds that the response to a throttled request names. */
export const THROTTLE_SECONDS = { seconds: 7, date: 30, hint: 30, poll: 3 };

const HINT = { detail: `Request was throttled. Your rate limit resets in ~${THROTTLE_SECONDS.hint}s.` };

const date = (seconds) => new Date(Date.now() + seconds * 1000).toUTCString();

/** Each sends a response and returns true, or returns false and the handler continues. `error(status, more?)` uses the protocol. */
const SUBMIT = {
  'throttle-seconds': (_, error) => error(429, { 'retry-after': String(THROTTLE_SECONDS.seconds) }),
  'throttle-date': (_, error) => error(429, { 'retry-after': date(THROTTLE_SECONDS.date) }),
  'throttle-hint': (exchange) => answered(exchange.reply(429, HINT)),
  'reset-after-body': (exchange) => answered(exchange.cutOff()),
  'malformed-json': (exchange) => left((exchange.mangled = true)),
  // Some engines repeat an unknown key in their error.
  'echo-secret': (exchange) =>
    answered(exchange.reply(401, { error: { message: `bad key ${said(exchange)}` } })),
  hang: () => true,
};
for (const status of [400, 401, 402, 403, 404, 405, 408, 409, 413, 415, 422, 500, 501, 502, 503, 504]) {
  SUBMIT[`error-${status}`] = (_, error) => error(status);
}

const POLL = {
  'poll-500': (_, error) => error(500),
  'poll-504': (_, error) => error(504),
  'poll-429': (_, error) => error(429, { 'retry-after': String(THROTTLE_SECONDS.poll) }),
  'poll-reset': (exchange) => answered(exchange.cutOff()),
  'poll-malformed': (exchange) => left((exchange.mangled = true)),
  'poll-hang': () => true,
  lost: (_, error) => error(404),
};

/** Sends an error as the protocol writes it. @returns true */
export function sendError(exchange, errorBody, kind, status, headers = {}) {
  const made = errorBody?.(status, kind) ?? { error: { message: `The engine’s own words about ${status}.` } };
  const whole = typeof made === 'object' && typeof made.status === 'number' && 'body' in made;
  return answered(
    whole
      ? exchange.reply(made.status, made.body, { ...headers, ...made.headers })
      : exchange.reply(status, made, headers),
  );
}

/** Applies the active fault. @returns true when the exchange was answered, or is left open, here. */
export function applyFault(exchange, engine, errorBody) {
  const kind = engine.fault;
  if (kind === null) return false;
  const error = (status, headers) => sendError(exchange, errorBody, kind, status, headers);
  if (kind === 'denied') return error(401);
  if (kind === 'moderated' && exchange.isSubmit && errorBody?.(400, kind) !== undefined) {
    engine.take(kind);
    return error(400);
  }
  const fault = (exchange.isSubmit && SUBMIT[kind]) || (exchange.isPoll && POLL[kind]);
  return fault && engine.take(kind) ? fault(exchange, error) : false;
}

function answered() {
  return true;
}

function left() {
  return false;
}

/** Returns everything in the request that could be a secret, in the forms in which an engine may repeat it. */
function said({ headers, query }) {
  const basic = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1];
  return JSON.stringify([
    headers,
    Object.fromEntries(query),
    basic && Buffer.from(basic, 'base64').toString(),
  ]);
}
