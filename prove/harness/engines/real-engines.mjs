// Fakes of real engines (test/engines). Each is a process that counts its paid calls and exits when its standard input closes. Also
// writes the catalogue and settings with which the service calls them through its own adapters.
import { spawn } from 'node:child_process';
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const COMFY_SECRET = 'comfy-secret-5f1c';
const SECRET = 'a-secret-of-an-engine-in-the-trials';

/** Per class of resubmission: the `fake` in test/engines, one of its models, and the settings of its adapter. */
export const REAL_ENGINES = {
  // Supports a lookup of our job.
  lookup: {
    fake: 'comfyui',
    modelKey: 'comfyui-image',
    env: (url) => ({ COMFYUI_URL: url, COMFYUI_KEY: COMFY_SECRET }),
  },
  // Returns the same job for the same key.
  idempotent: {
    fake: 'http-job',
    modelKey: 'easel-paint',
    env: (url) => ({ EASEL_URL: url, EASEL_KEY: SECRET }),
  },
  // Rejects a repeated key without returning its job.
  'idempotent-once': {
    fake: 'comfy-api-v2',
    modelKey: 'comfyv2-image',
    env: (url) => ({ COMFYV2_URL: url, COMFYV2_KEY: COMFY_SECRET, COMFYV2_DIALECT: 'api-v2' }),
  },
  // Stores none of our ids.
  none: {
    fake: 'replicate',
    modelKey: 'replicate-flux-schnell',
    env: (url) => ({ REPLICATE_URL: `${url}/v1`, REPLICATE_API_TOKEN: SECRET }),
  },
};

export class RealEngines {
  engines = new Map();
  env = {};

  async start() {
    this.directory = await mkdtemp(join(tmpdir(), 'offprint-engines-'));
    await chmod(this.directory, 0o755);
    await this.writeCatalogue();
    this.env.CATALOGUE_DIR = this.directory;
    const all = Object.entries(REAL_ENGINES).map(async ([kind, { fake, env }]) => {
      const engine = await startFake(fake);
      this.engines.set(kind, engine);
      Object.assign(this.env, env(engine.url));
    });
    await Promise.all(all);
  }

  async writeCatalogue() {
    const shipped = join(ROOT, 'catalogue');
    for (const name of ['plans.yaml', 'comfyui.yaml', 'replicate.yaml', 'workflows'])
      await cp(join(shipped, name), join(this.directory, name), { recursive: true });
    await cp(join(ROOT, 'examples/yaml-engine/easel.yaml'), join(this.directory, 'easel.yaml'));
    // The same workflows through ComfyUI's other API, in a second file, as an operator of both APIs would write it.
    const comfyui = await readFile(join(shipped, 'comfyui.yaml'), 'utf8');
    const second = comfyui
      .replace(/^provider: comfyui$/m, 'provider: comfy-v2')
      .replaceAll('COMFYUI_', 'COMFYV2_')
      .replaceAll('modelKey: comfyui-', 'modelKey: comfyv2-');
    await writeFile(join(this.directory, 'comfy-v2.yaml'), second);
  }

  async configure(settings) {
    for (const engine of this.engines.values()) await engine.request('PUT', 'settings', settings);
  }

  /** Makes an engine lose the response to the next submit, which it accepts. */
  async loseNextAnswer(kind) {
    await this.engines.get(kind).request('PUT', 'fault', { kind: 'answer-lost', times: 1 });
  }

  /** @returns {Promise<Map<string, number>>} prompt → paid calls at the engine of this kind */
  async paid(kind) {
    return new Map(Object.entries((await this.engines.get(kind).request('GET', 'state')).paid));
  }

  /** Returns the prompts with more than one paid call, for `Invariants`. */
  async doubled() {
    const found = [];
    for (const kind of this.engines.keys()) {
      for (const [prompt, paid] of await this.paid(kind))
        if (paid > 1) found.push({ id: prompt, kind, paid });
    }
    return found;
  }

  async stop() {
    await Promise.all([...this.engines.values()].map((engine) => engine.end()));
    if (this.directory) await rm(this.directory, { recursive: true, force: true });
  }
}

/** Starts a `fake` of test/engines. */
export async function startFake(name) {
  const child = spawn(process.execPath, [join(ROOT, 'test/engines', `${name}.mjs`)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const url = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line).url));
    child.once('exit', (code) => reject(new Error(`${name}.mjs ended with ${code} before it was ready`)));
  });
  return {
    url,
    async request(method, path, body) {
      const answer = await fetch(`${url}/__${path}`, { method, body: body && JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${method} /__${path}: ${answer.status}`);
      return answer.json();
    },
    end() {
      child.stdin.end();
      return gone;
    },
  };
}
