// A plugin that PLUGINS loads into the real service: a listener that writes its events to the file CHAOS_EVENTS, and crash points at
// every await of a listener's round. The trial arms one through the IPC channel: {armEvents: {point, phase}}. Only this process dies.
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import * as statements from '../../../dist/events/event-listeners.sql.js';
import { Database, EVENT_KINDS, EventListener } from '../../../dist/index.js';

/** Name of a statement → its crash point. The service may run a copy of the statement, from its bundle. */
const POINTS = new Map(
  ['CLAIM_LISTENER', 'NEWEST_EVENT', 'IS_PASSED', 'READ_EVENTS', 'ADVANCE'].map((point) => [
    statements[point].name,
    point,
  ]),
);
/** Long enough to detect a second process inside the same call. */
const HANDLE_MS = 5;
let armed = null;
process.on('message', ({ armEvents }) => (armed = armEvents ?? armed));

const die = () => process.kill(process.pid, 'SIGKILL');
const write = (line) => appendFileSync(process.env.CHAOS_EVENTS, `${JSON.stringify(line)}\n`);

async function withCrashPoints(point, call) {
  const matches = (phase) => armed?.point === point && armed.phase === phase;
  if (matches('before')) die();
  const running = call();
  if (matches('sent')) setImmediate(die);
  const result = await running;
  if (matches('after')) die();
  return result;
}

const { run } = Database.prototype;
Database.prototype.run = function (statement, values) {
  const point = POINTS.get(statement.name);
  const call = () => run.call(this, statement, values);
  return point ? withCrashPoints(point, call) : call();
};

class WritingListener extends EventListener {
  name = 'chaos-events';
  kinds = EVENT_KINDS;
  batchSize = 7;

  async handle({ events }) {
    const { pid } = process;
    write({ pid, begins: events.length });
    await withCrashPoints('handle', async () => {
      await sleep(HANDLE_MS);
      for (const { id, kind, predictionId } of events) write({ pid, id, kind, predictionId });
    });
    write({ pid, ends: events.length });
  }
}

/** A second listener, which fails every time. */
class FailingListener extends EventListener {
  name = 'chaos-failing';
  kinds = EVENT_KINDS;

  handle() {
    return Promise.reject(new Error('it always fails'));
  }
}

export default { name: 'chaos-events', listeners: [WritingListener, FailingListener] };
