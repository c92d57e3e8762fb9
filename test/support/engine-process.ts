/**
 * Starts and controls a fake engine (`test/engines/<protocol>.mjs`) as a process of its own. It ends when `end` is called, or
 * when this process ends and closes its standard input.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface EngineExchange {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  /** Whether the request asked for paid work. */
  isSubmit: boolean;
  isPoll: boolean;
  /** JSON or text; for a form its fields and files. */
  body?: unknown;
  /** Null while the request is open; status 0 when the socket was cut. */
  answer: { status: number; body: string } | null;
}

export interface EngineState {
  /** Number of accepted jobs by key (the prompt, if any). */
  paid: Record<string, number>;
  requests: EngineExchange[];
  cancelled: string[];
  inputs: Record<string, unknown>[];
  /** Requests without a response. */
  hanging: number;
  /** Requests to the URL that a redirecting output leads to. */
  canary: number;
}

export interface EngineProcess {
  /** http://127.0.0.1:port */
  url: string;
  /** Injects this fault `times` times; Infinity until `mend`. */
  fault(kind: string, times?: number): Promise<void>;
  /** Removes the fault. */
  mend(): Promise<void>;
  set(settings: Record<string, unknown>): Promise<void>;
  /** Clears the jobs, as a restart of an engine that keeps them in memory does. */
  restart(): Promise<void>;
  state(): Promise<EngineState>;
  /** Clears counters and records. */
  clear(): Promise<void>;
  end(): Promise<void>;
}

/**
 * @param fake file name in `test/engines/`, without extension.
 * @param port port of an engine that is restarted; 0 for any.
 * @throws with its error output when it does not start.
 */
export async function startEngine(fake: string, port = 0): Promise<EngineProcess> {
  const script = join(process.cwd(), 'test/engines', `${fake}.mjs`);
  const child = spawn(process.execPath, [script, String(port)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const url = await addressOf(child, fake);
  const control = async (method: string, path: string, body?: object): Promise<EngineState> => {
    const response = await fetch(`${url}/__${path}`, { method, body: body && JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} /__${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as EngineState;
  };
  return {
    url,
    fault: async (kind, times = 1) => {
      await control('PUT', 'fault', { kind, times });
    },
    mend: async () => {
      await control('DELETE', 'fault');
    },
    set: async (settings) => {
      await control('PUT', 'settings', settings);
    },
    restart: async () => {
      await control('POST', 'restart');
    },
    state: () => control('GET', 'state'),
    clear: async () => {
      await control('DELETE', 'state');
    },
    end: async () => {
      if (child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.stdin.end();
      await gone;
    },
  };
}

function addressOf(child: ChildProcess, fake: string): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout! }).once('line', (line) =>
      resolve((JSON.parse(line) as { url: string }).url),
    );
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${fake}.mjs ended with ${code} before it was ready`)));
  });
}
