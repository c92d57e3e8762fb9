/** Starts a fake engine of test/engines as a process of its own for the tests of one file. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { after, afterEach, before } from 'node:test';
import { fileURLToPath } from 'node:url';

const ENGINES = new URL('../engines/', import.meta.url);

/** @param name of a file in test/engines/files */
export const fileOf = (name) => readFileSync(new URL(`files/${name}`, ENGINES));

/** @param fake file name in test/engines, without extension. @returns an object that is filled in before the first test */
export function fakeEngine(fake) {
  const engine = { url: '' };
  let child;
  const control = async (method, path, body) => {
    const answer = await fetch(`${engine.url}/__${path}`, { method, body: body && JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} /__${path}: ${answer.status}`);
    return answer.json();
  };
  engine.fault = (kind, times = 1) => control('PUT', 'fault', { kind, times });
  engine.set = (settings) => control('PUT', 'settings', settings);
  engine.state = () => control('GET', 'state');
  /** Clears the state. @returns the cleared state */
  engine.forget = async () => {
    const state = await engine.state();
    await control('DELETE', 'state');
    return state;
  };

  before(async () => {
    const script = fileURLToPath(new URL(`${fake}.mjs`, ENGINES));
    child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    engine.url = JSON.parse(line).url;
    await engine.set({ polls: 1 });
  });
  afterEach(async () => {
    await control('DELETE', 'fault');
    await control('DELETE', 'state');
  });
  after(async () => {
    const gone = once(child, 'exit');
    child.stdin.end();
    await gone;
  });
  return engine;
}

/** Polls until `isOver`; bounded. */
export async function until(ask, isOver) {
  for (let asked = 0; asked < 20; asked += 1) {
    const answer = await ask();
    if (isOver(answer)) return answer;
  }
  throw new Error('not over after 20 polls');
}
