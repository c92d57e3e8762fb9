/**
 * Server of all fake engines: a process of its own on loopback, which counts paid calls, injects faults and is controlled by
 * tests over HTTP. A fake adds its protocol:
 *
 *   import { serveEngine } from './engine-server.mjs';
 *   await serveEngine({ isSubmit, isPoll, errorBody, handle(exchange, engine) { return exchange.reply(200, {…}) } });
 *
 * `node test/engines/<protocol>.mjs [port]` prints `{"url": "http://127.0.0.1:…"}` and ends when its standard input closes.
 *
 * Control: PUT /__fault {kind, times?: 1} (null: until mended) · DELETE /__fault · PUT /__settings {polls?, …} ·
 * POST /__restart (forgets jobs) · GET /__state · DELETE /__state (forgets what was counted and recorded).
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer } from 'node:http';
import { applyFault, sendError } from './engine-faults.mjs';
import {
  CONTENT_TYPES,
  FILES,
  OUTPUT_FAULTS,
  sendDrip,
  sendOversize,
  startCanary,
  WRONG_FILE,
} from './engine-files.mjs';
import { Exchange, UnreadableBody } from './exchange.mjs';

/** The status for a body that is not what its route takes. */
const UNREADABLE = 400;
/** The current exchange, which `accept` may cut off. */
const current = new AsyncLocalStorage();

export class Engine {
  url = '';
  /** polls: number of polls until a job is done. submitMs: delay of the response after a job is accepted. */
  settings = { polls: 2, submitMs: 0 };
  /** Accepted jobs; a restart clears them. @type {Map<string, {id: string, key: string, polls: number, state: string}>} */
  jobs = new Map();
  cancelled = [];
  /** Received input media, added by the fakes: {bytes, contentType, …}. */
  inputs = [];
  files = FILES;
  paid = {};
  requests = [];
  hanging = 0;
  #fault = null;
  #accepted = 0;

  /** The active fault's kind. */
  get fault() {
    return this.#fault?.kind ?? null;
  }

  setFault(fault) {
    this.#fault = fault && { kind: fault.kind, times: fault.times === null ? Infinity : (fault.times ?? 1) };
  }

  /** Consumes one occurrence of the fault. @returns whether it was the active one. */
  take(kind) {
    if (this.fault !== kind) return false;
    this.#fault.times -= 1;
    if (this.#fault.times <= 0) this.#fault = null;
    return true;
  }

  /**
   * Accepts paid work. Counts one paid call for `key` (a prompt), even if the response is lost.
   * @returns the id of a new job; `details` may contain an `id` that the caller chose.
   */
  accept(key, details = {}) {
    this.paid[key] = (this.paid[key] ?? 0) + 1;
    const id = details.id ?? `job-${process.pid}-${(this.#accepted += 1)}`;
    this.jobs.set(id, { key, polls: 0, state: 'accepted', ...details, id });
    if (this.take('answer-lost')) current.getStore().cut = true;
    return id;
  }

  /**
   * Polls a job, with the faults of polling: queued, running (until `settings.polls` polls), then done or failed; `unknown` once
   * under unknown-state; undefined when the job does not exist.
   */
  look(id) {
    const job = this.jobs.get(id);
    if (!job) return undefined;
    if (job.state === 'cancelled' || job.state === 'failed' || job.state === 'done') return job.state;
    if (this.take('unknown-state')) return 'unknown';
    job.polls += 1;
    if (this.fault === 'never-done') return (job.state = 'running');
    if (job.polls <= this.settings.polls) return (job.state = job.polls === 1 ? 'queued' : 'running');
    return (job.state = this.take('done-with-error') ? 'failed' : 'done');
  }

  cancel(id) {
    this.cancelled.push(id);
    const job = this.jobs.get(id);
    if (job) job.state = 'cancelled';
  }

  /** Returns the URL of a file that this server serves itself, with the faults of outputs. */
  fileUrl(kind) {
    return `${this.url}/__files/${kind}`;
  }

  /** Returns the file, or another type under `wrong-type`: for engines whose response is the file. */
  output(kind) {
    return this.take('wrong-type') ? WRONG_FILE : FILES[kind];
  }

  /** Sends the file, with the faults of outputs: for engines that serve files at their own URLs. */
  sendFile(exchange, kind, headers = {}) {
    const type = CONTENT_TYPES[kind];
    const fault = OUTPUT_FAULTS.find((name) => name === this.fault);
    if (fault) this.take(fault);
    switch (fault) {
      case 'oversize':
        return sendOversize(exchange.response, type);
      case 'drip':
        return sendDrip(exchange.response, type, FILES[kind]);
      case 'redirect':
        return exchange.reply(302, '', { location: this.canary.url });
      case 'output-503':
        return exchange.reply(503, 'Not just now.');
      case 'wrong-type':
        return exchange.reply(200, WRONG_FILE, { 'content-type': type, ...headers });
      default:
        return exchange.reply(200, FILES[kind], { 'content-type': type, ...headers });
    }
  }

  state() {
    const { paid, requests, cancelled, inputs, hanging, canary } = this;
    return { paid, requests, cancelled, inputs, hanging, canary: canary.visits };
  }

  forget() {
    Object.assign(this, { paid: {}, requests: [], cancelled: [], inputs: [] });
    this.canary.visits = 0;
  }
}

/**
 * @param {object} protocol
 * @param {(exchange: Exchange, engine: Engine) => unknown} protocol.handle answers by `exchange.reply`
 * @param {(exchange: Exchange) => boolean} [protocol.isSubmit] asks for paid work; by method and path alone
 * @param {(exchange: Exchange) => boolean} [protocol.isPoll] asks about accepted work; by method and path alone
 * @param {(status: number, kind: string) => unknown} [protocol.errorBody] the body of an error as this protocol writes
 *   it, or `{status, body, headers}`; for the kind `moderated` nothing when the handler does that one itself
 * @param {object} [protocol.settings] defaults of `engine.settings`
 */
export async function serveEngine({
  handle,
  isSubmit = () => false,
  isPoll = () => false,
  errorBody,
  settings = {},
}) {
  const engine = new Engine();
  Object.assign(engine.settings, settings);
  engine.canary = await startCanary();
  const server = createServer((request, response) => {
    const exchange = new Exchange(request, response, engine.url);
    current.run(exchange, () => serve(exchange).catch((error) => fail(exchange, error)));
  });
  // Closing a keep-alive connection while the next request is in flight would be an unintended fault.
  server.keepAliveTimeout = 600_000;
  await new Promise((resolve) => server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', resolve));
  engine.url = `http://127.0.0.1:${server.address().port}`;
  process.stdin.resume().on('close', () => process.exit(0));
  console.log(JSON.stringify({ url: engine.url }));
  return engine;

  async function serve(exchange) {
    if (exchange.path.startsWith('/__') && !exchange.path.startsWith('/__files/'))
      return control(exchange, engine);
    engine.requests.push(exchange);
    exchange.isSubmit = isSubmit(exchange);
    exchange.isPoll = isPoll(exchange);
    if (exchange.isSubmit) exchange.delayMs = engine.settings.submitMs;
    if (exchange.isSubmit && engine.take('reset-before-body')) return exchange.cutOff();
    await exchange.read();
    if (exchange.path.startsWith('/__files/'))
      return engine.sendFile(exchange, exchange.path.slice('/__files/'.length));
    if (applyFault(exchange, engine, errorBody)) return hang(exchange, engine);
    try {
      await handle(exchange, engine);
    } catch (error) {
      if (!(error instanceof UnreadableBody)) throw error;
      sendError(exchange, errorBody, 'unreadable', UNREADABLE);
    }
    hang(exchange, engine);
  }
}

/** Leaves the request open until the client disconnects, and counts it meanwhile. */
function hang({ answer, response }, engine) {
  if (answer !== null || response.headersSent || response.destroyed) return;
  engine.hanging += 1;
  response.on('close', () => (engine.hanging -= 1));
}

async function control(exchange, engine) {
  await exchange.read();
  switch (`${exchange.method} ${exchange.path}`) {
    case 'PUT /__fault':
      engine.setFault(exchange.json());
      break;
    case 'DELETE /__fault':
      engine.setFault(null);
      break;
    case 'PUT /__settings':
      Object.assign(engine.settings, exchange.json());
      break;
    case 'POST /__restart':
      engine.jobs.clear();
      break;
    case 'DELETE /__state':
      engine.forget();
      break;
    case 'GET /__state':
      break;
    default:
      return exchange.reply(404, { error: `no such control: ${exchange.method} ${exchange.path}` });
  }
  return exchange.reply(200, engine.state());
}

/** Reports an error of the fake itself, so that no test mistakes it for an injected fault. */
function fail(exchange, error) {
  console.error(exchange.method, exchange.path, error);
  if (exchange.response.headersSent) exchange.response.destroy();
  else exchange.reply(500, { fake: String(error?.stack ?? error) });
}
