// A service for tests that kill it during a task: runs one task of the fixture child and prints "working".
// Arguments: the task's directory, the behaviour (`act`).
import { fileURLToPath } from 'node:url';
import { EnginePool } from './host/engine-pool.js';

const [directory, act] = process.argv.slice(2);
const pool = new EnginePool({
  size: 1,
  entry: fileURLToPath(new URL('./fixture-child.mjs', import.meta.url)),
});
const task = { operation: 'embedded-mesh', input: { act }, seed: '0'.repeat(64), directory };
await pool.run(task, { progress: () => console.log('working'), signal: new AbortController().signal });
