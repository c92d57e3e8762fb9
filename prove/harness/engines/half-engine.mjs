// Two engines in the process of a trial whose results differ from the order. One is described by an http-job declaration
// (half-catalogue.mjs) and returns the files of a case; the other is a ComfyUI that accepts half of a workflow. The prediction names
// its case, so that the result is the same after kills and repeated requests.
import { createServer } from 'node:http';
import { text as toText } from 'node:stream/consumers';

export class HalfEngine {
  /** Idempotency-Key → id, and id → name of the case. */
  jobs = new Map();
  keys = new Map();
  /** Id of a workflow of the ComfyUI → name of its case. */
  prompts = new Map();
  cancelled = new Set();
  submits = 0;

  /** @param {Map<string, {files: {bytes: Buffer, type?: string, status?: number, length?: number}[]}>} cases by name */
  constructor(cases) {
    this.cases = cases;
  }

  /** @returns the address of the http-job engine; the ComfyUI is at `/comfy` of it */
  async start() {
    this.server = createServer((request, response) => {
      response.on('error', () => {});
      void this.respond(request, response).catch(() => response.destroy());
    });
    await new Promise((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${this.server.address().port}`;
    return this.url;
  }

  async respond(request, response) {
    const body = await toText(request);
    const { pathname, searchParams } = new URL(request.url, this.url);
    const send = (status, json) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    const [head, ...rest] = pathname.slice(1).split('/').map(decodeURIComponent);
    if (head === 'comfy')
      return this.comfy(request.method, rest.join('/'), { body, searchParams, send, response });
    if (head === 'account') return send(200, { plan: 'half' });
    if (head === 'files') return this.sendFile(this.cases.get(rest[0]).files[Number(rest[1])], response);
    if (request.method === 'POST') {
      const key = request.headers['idempotency-key'];
      this.submits += 1;
      if (!this.keys.has(key)) {
        this.keys.set(key, `job-${this.jobs.size + 1}`);
        this.jobs.set(this.keys.get(key), JSON.parse(body).case);
      }
      return send(201, { id: this.keys.get(key) });
    }
    const name = this.jobs.get(rest[0]);
    if (name === undefined) return send(404, { error: 'unknown' });
    const files = this.cases.get(name).files.map((_, at) => ({
      href: `${this.url}/files/${encodeURIComponent(name)}/${at}`,
    }));
    return send(200, { state: 'done', files });
  }

  sendFile({ bytes, type, status = 200, length = bytes.length }, response) {
    response.writeHead(status, { ...(type && { 'content-type': type }), 'content-length': length });
    // A response that ends before its length.
    if (length > bytes.length) return response.write(bytes, () => response.destroy());
    return response.end(bytes);
  }

  comfy(method, path, { body, searchParams, send, response }) {
    if (path === 'system_stats') return send(200, { system: { os: 'posix' }, devices: [] });
    if (path === 'prompt') {
      const { prompt, prompt_id: id } = JSON.parse(body);
      const name = prompt['6'].inputs.text;
      this.submits += 1;
      this.prompts.set(id, name);
      return send(200, { prompt_id: id, number: 1, node_errors: this.cases.get(name).nodeErrors ?? {} });
    }
    if (path === 'view') {
      const [id, at] = searchParams.get('filename').split('_');
      return this.sendFile(this.cases.get(this.prompts.get(id)).files[Number.parseInt(at, 10)], response);
    }
    const [, id, isCancel] = /^api\/jobs\/([^/]+)(\/cancel)?$/.exec(path) ?? [];
    if (id === undefined) return send(200, { jobs: [], queue_running: [], queue_pending: [] });
    if (isCancel) {
      this.cancelled.add(id);
      return send(200, { cancelled: true });
    }
    const name = this.prompts.get(id);
    if (name === undefined) return send(404, { error: 'Job not found' });
    const { files, endings = [], previews = [] } = this.cases.get(name);
    const images = files.map((_, at) => ({
      filename: `${id}_${at}.${endings[at] ?? 'png'}`,
      subfolder: '',
      type: previews.includes(at) ? 'temp' : 'output',
    }));
    return send(200, { id, status: 'completed', outputs: { 9: { images } } });
  }

  async stop() {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
