// Lives inside a service process and ends it, with SIGKILL by its own hand, at the very await that a trial has named: a
// statement (before it is sent, while it is under way, after its result), an exchange with the engine, a file being
// stored. Also tells the trial, when asked, what every statement of a worker has changed.
//
// The trial speaks through the process’s channel: {arm: {point, phase, now?}}, {disarm: true}, {trace: true},
// {clockAheadMs}, which moves the wall clock of this process. Unless
// `now`, the point counts from the next prediction that this process creates, so that idle rounds do not set it off; with
// `rows`, only a statement that gave so many does.

let armed = null;
let tracing = false;

const BATCHES = new Set(['create-predictions', 'settle-predictions']);
const TRACED = new Set(['begin', 'await', 'retry', 'release', 'settle-predictions']);
const matches = (point, phase) => armed?.active && armed.point === point && armed.phase === phase;

function die() {
  process.kill(process.pid, 'SIGKILL');
}

/** Runs `call` past the crash points `before`, `sent` and `after` of its name. */
async function passing(point, call, counts = () => true) {
  if (matches(point, 'before')) die();
  const running = call();
  if (matches(point, 'sent')) setImmediate(die);
  const result = await running;
  if (matches(point, 'after') && counts(result)) die();
  return result;
}

/** Every statement of the hot path goes through `Database.prepared` under its name. */
export function watchStatements(Database) {
  const { prepared } = Database.prototype;
  Database.prototype.prepared = async function (name, text, values) {
    const run = () => prepared.call(this, name, text, values);
    const rows = await passing(
      name,
      () => (tracing ? tracingBatch(name, values, run) : run()),
      (found) => found.length >= (armed.rows ?? (name === 'claim' ? 1 : 0)),
    );
    if (name === 'create-predictions' && armed && rows.some(({ accepted }) => accepted)) armed.active = true;
    if (tracing && TRACED.has(name)) trace(name, values, rows);
    return rows;
  };
}

export function watchStorage(Storage) {
  const { put } = Storage.prototype;
  Storage.prototype.put = async function (...args) {
    const stored = await passing('put', () => put.apply(this, args));
    if (tracing) process.send?.({ stored: true }, () => {});
    return stored;
  };
}

export function watchProvider(ProviderClass) {
  for (const method of ['submit', 'poll', 'find']) {
    const original = ProviderClass.prototype[method];
    ProviderClass.prototype[method] = function (...args) {
      return passing(method, () => original.apply(this, args));
    };
  }
}

function trace(name, values, rows) {
  // What is coalesced is told as a list.
  const together = String(values[0]).startsWith('[');
  const writes = together ? JSON.parse(values[0]) : [{ id: values[0], fence: values[1] }];
  const changed = new Set(rows.map(({ id }) => id));
  for (const { id, fence } of writes) {
    const hit = together ? changed.has(id) : rows.length > 0;
    process.send?.({ write: { name, id, fence, hit } }, () => {});
  }
}

/** Tells how many were together in a statement, and whether the database refused it. */
async function tracingBatch(name, values, run) {
  const tell = (refused) => {
    if (BATCHES.has(name))
      process.send?.({ batch: { name, size: JSON.parse(values[0]).length, refused } }, () => {});
  };
  try {
    const rows = await run();
    tell(false);
    return rows;
  } catch (error) {
    tell(true);
    throw error;
  }
}

const { Date: TrueDate } = globalThis;
/** This process's wall clock, and nothing else of it, is ahead from now on. */
function moveClock(aheadMs) {
  const now = () => TrueDate.now() + aheadMs;
  globalThis.Date = new Proxy(TrueDate, {
    construct: (target, args, made) => Reflect.construct(target, args.length > 0 ? args : [now()], made),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}

export function listenToTrial() {
  process.on('message', ({ arm, disarm, trace: on, clockAheadMs }) => {
    if (clockAheadMs !== undefined) moveClock(clockAheadMs);
    if (arm) armed = { active: Boolean(arm.now), ...arm };
    if (disarm) armed = null;
    if (on !== undefined) tracing = on;
    process.send?.({ told: true }, () => {});
  });
  // The trial is gone: nothing of it may stay behind.
  process.on('disconnect', die);
  process.channel?.unref();
}
