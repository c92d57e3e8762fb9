/**
 * Measures the processor time of the main thread for storing an output: type, completeness, measures, copy and hash. Decoding
 * runs on other threads and is not counted. The floor copies the same bytes with their hash and flushes them.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pictureOf } from '../pictures.mjs';
import { startProgram } from '../program.mjs';
import { figure } from '../row.mjs';
import { median } from '../statistics.mjs';

const PROGRAMS = ['../engine/output-storing.mjs', '../floors/bare-storing.mjs'];
const PICTURES = [
  { name: '64 × 64 picture', side: 64, of: 1, maxMs: 2 },
  { name: '3 MB picture', side: 1_000, of: 5, maxMs: 8 },
];

export const storing = { name: 'storing', measure };

async function measure({ rounds, stored, after }) {
  if (!existsSync('/proc/self/schedstat')) return [];
  const directory = await mkdtemp(join(tmpdir(), 'offprint-bench-'));
  after(() => rm(directory, { recursive: true, force: true }));
  const lines = [];
  for (const { name, side, of, maxMs } of PICTURES) {
    const path = join(directory, `${side}.png`);
    await writeFile(path, await pictureOf(side));
    const [ours, floor] = await samplesOf({ path, count: Math.ceil(stored / of), rounds, after });
    const target = { text: `≤ ${maxMs} ms`, reached: (row) => row.value <= maxMs };
    const note = `copied and hashed alone: ${median(floor).toFixed(2)} ms`;
    lines.push(figure(`storing a ${name}: CPU of the main thread`, 'ms', median(ours), { note }, target));
  }
  return lines;
}

/** Returns milliseconds per file for each program, in alternating rounds after a warm-up. */
async function samplesOf({ path, count, rounds, after }) {
  const programs = [];
  for (const file of PROGRAMS) {
    const program = await startProgram(fileURLToPath(new URL(file, import.meta.url)));
    after(() => program.stop());
    programs.push(program);
  }
  const samples = programs.map(() => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { child }] of programs.entries()) {
      child.send({ path, count });
      const [{ ms }] = await once(child, 'message');
      if (round > 0) samples[index].push(ms);
    }
  }
  return samples;
}
