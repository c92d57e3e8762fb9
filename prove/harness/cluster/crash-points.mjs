// Runs inside a service process and kills it with SIGKILL at the await that a trial has selected: a statement (before it is sent,
// while it runs, after its result), a call of the engine, the storing of a file. With `trace` it also reports to the trial which
// rows every statement of a worker has changed.
//
// The trial sends messages through the IPC channel: {arm: {point, phase, now?, rows?}}, {disarm: true}, {trace: true}, and
// {clockAheadMs}, which moves the wall clock of this process. Without `now` the point is active from the next prediction
// that this process creates, so that idle polls do not trigger it. With `rows` only a statement that returned at least so
// many rows triggers it.

let armed = null;
let tracing = false;

const BATCHES = new Set(['generation.create', 'generation.settle']);
const TRACED = new Set([
  'generation.begin',
  'generation.await',
  'generation.retry',
  'generation.release',
  'generation.settle',
]);
const matches = (point, phase) => armed?.active && armed.point === point && armed.phase === phase;

function die() {
  process.kill(process.pid, 'SIGKILL');
}

/** Runs `call` with the crash points `before`, `sent` and `after` of its name. */
async function withCrashPoints(point, call, counts = () => true) {
  if (matches(point, 'before')) die();
  const running = call();
  if (matches(point, 'sent')) setImmediate(die);
  const result = await running;
  if (matches(point, 'after') && counts(result)) die();
  return result;
}

/** Wraps `Database.run`, which runs every statement of the hot path: those with a name for the server. A notice names its channel too. */
export function watchStatements(Database) {
  const { run } = Database.prototype;
  Database.prototype.run = async function (statement, given) {
    const call = () => run.call(this, statement, given);
    const { name, values } = statement.bind(given);
    if (!name) return call();
    const point = name === 'platform.notify' ? `${name} ${values[0]}` : name;
    const rows = await withCrashPoints(
      point,
      () => (tracing ? tracingBatch(name, values, call) : call()),
      (found) => found.length >= (armed.rows ?? (name === 'generation.claim' ? 1 : 0)),
    );
    if (name === 'generation.create' && armed && rows.some(({ accepted }) => accepted)) armed.active = true;
    if (tracing && TRACED.has(name)) trace(name, values, rows);
    return rows;
  };
}

/** Answers a statement with these rows. The database does not receive it. */
export function answerStatement(Database, name, rows) {
  const { run } = Database.prototype;
  Database.prototype.run = async function (statement, given) {
    return statement.name === name ? rows : run.call(this, statement, given);
  };
}

export function watchStorage(Storage) {
  const { put } = Storage.prototype;
  Storage.prototype.put = async function (...args) {
    const stored = await withCrashPoints('put', () => put.apply(this, args));
    if (tracing) process.send?.({ stored: true }, () => {});
    return stored;
  };
}

export function watchProvider(ProviderClass) {
  for (const method of ['submit', 'poll', 'find']) {
    const original = ProviderClass.prototype[method];
    ProviderClass.prototype[method] = function (...args) {
      return withCrashPoints(method, () => original.apply(this, args));
    };
  }
}

function trace(name, values, rows) {
  // A coalesced statement takes its writes as a list.
  const isBatch = String(values[0]).startsWith('[');
  const writes = isBatch ? JSON.parse(values[0]) : [{ id: values[0], fence: values[1] }];
  const changed = new Set(rows.map(({ id }) => id));
  for (const { id, fence } of writes) {
    const hit = isBatch ? changed.has(id) : rows.length > 0;
    process.send?.({ write: { name, id, fence, hit } }, () => {});
  }
}

/** Reports the size of a batch, and whether the database rejected its statement. */
async function tracingBatch(name, values, run) {
  const report = (refused) => {
    if (BATCHES.has(name))
      process.send?.({ batch: { name, size: JSON.parse(values[0]).length, refused } }, () => {});
  };
  try {
    const rows = await run();
    report(false);
    return rows;
  } catch (error) {
    report(true);
    throw error;
  }
}

const { Date: TrueDate } = globalThis;
/** Moves this process's wall clock, and no other clock, ahead. */
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
    process.send?.({ acknowledged: true }, () => {});
  });
  // The trial has ended: this process must not outlive it.
  process.on('disconnect', die);
  process.channel?.unref();
}
