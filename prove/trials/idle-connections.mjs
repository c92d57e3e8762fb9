// N1: thousands of idle keep-alive connections after one request each, from many addresses. A paying caller keeps its
// undisturbed rate, a connection costs little memory, the service stays ready and stops in time.
import { Agent, request } from 'node:http';
import { inParallel } from '../harness/callers/http-caller.mjs';
import { PayingCaller } from '../harness/callers/paying-caller.mjs';
import { Target } from '../harness/callers/target.mjs';
import { memoryOf } from '../harness/checks/process-memory.mjs';

const WIDTH = 100;
const ADDRESSES = 50;
const KEPT = 0.8;
const MOST_KB_EACH = 40;
/** Allowance for memory that the garbage collector has not freed yet. */
const SPARE_MB = 60;
const STOP_MS = 10_000;

export default {
  name: 'N1',
  title: 'idle keep-alive connections',
  seconds: 25,
  async run(context) {
    const count = context.count({ gate: 1_000, short: 10_000, long: 10_000 });
    const seconds = context.count({ gate: 4, short: 10, long: 30 });
    const target = await Target.open(context, { processes: { api: 1 }, watch: false });
    const [api] = target.cluster.apis;
    const payer = await PayingCaller.open(api.base, target.query);
    const before = memoryOf(api.pid).rss;
    const calm = await payer.answersIn(seconds);
    const idle = new IdleConnections(api.base);
    await inParallel(count, WIDTH, () => idle.add());
    const beside = await payer.answersIn(seconds);
    const after = memoryOf(api.pid).rss;
    const { status } = await target.callers[0].request('GET', '/health/ready');
    if (status !== 200) target.found(`with ${count} connections the service is not ready: ${status}`);
    if (idle.kept !== count) target.found(`${count - idle.kept} of ${count} connections were not kept`);
    if (payer.refused.size > 0)
      target.found(`the paying caller was rejected: ${JSON.stringify([...payer.refused])}`);
    const grown = after - before;
    if (grown * 1024 > count * MOST_KB_EACH + SPARE_MB * 1024)
      target.found(`${count} connections took ${grown} MB`);
    await payer.close();
    const exit = await api.terminate();
    if (exit.code !== 0) target.found(`the service ended with ${JSON.stringify(exit)}`);
    idle.close();
    await target.close();
    if (exit.ms > context.within(STOP_MS)) context.late(`the service took ${Math.round(exit.ms)} ms to stop`);
    if (beside / calm < KEPT) context.late('the paying caller lost its rate', { calm, beside });
    return {
      n: {
        connections: count,
        addresses: ADDRESSES,
        'MB for all connections': grown,
        'responses undisturbed': calm,
        'responses with connections': beside,
        'ms to stop': Math.round(exit.ms),
      },
    };
  },
};

/** Keep-alive connections after one request each, from `ADDRESSES` loopback addresses. */
class IdleConnections {
  sockets = [];

  constructor(base) {
    this.base = new URL('/health/live', base);
  }

  get kept() {
    return this.sockets.filter((socket) => !socket.destroyed).length;
  }

  /** Opens a connection and sends one request. */
  add() {
    const localAddress = `127.0.0.${2 + (this.sockets.length % ADDRESSES)}`;
    return new Promise((resolve, reject) => {
      // One agent per connection: a shared agent would reuse connections.
      const sent = request(this.base, { agent: new Agent({ keepAlive: true }), localAddress }, (response) => {
        response.on('end', resolve).resume();
      });
      sent.on('socket', (socket) => {
        this.sockets.push(socket);
        socket.on('error', () => {});
      });
      sent.on('error', reject).end();
    });
  }

  close() {
    for (const socket of this.sockets) socket.destroy();
  }
}
