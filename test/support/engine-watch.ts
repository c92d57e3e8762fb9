/** Observes fake engines and their circuits. */
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from './client.js';
import type { EngineExchange, EngineProcess } from './engine-process.js';
import { figureOf, figuresOf } from './metrics.js';

/** Returns all submits that have reached the engine, in order. */
export async function submitsAt(engine: EngineProcess): Promise<EngineExchange[]> {
  return (await engine.state()).requests.filter(({ isSubmit }) => isSubmit);
}

/** Returns the number of paid calls. */
export async function paidAt(engine: EngineProcess): Promise<number> {
  return Object.values((await engine.state()).paid).reduce((sum, calls) => sum + calls, 0);
}

/** Returns the circuit's state from readiness and metrics. @throws when they differ. */
export async function circuitSeen(
  base: string,
  provider: string,
): Promise<'accepting' | 'half-open' | 'open'> {
  const STATES = ['accepting', 'half-open', 'open'] as const;
  for (;;) {
    const before = (await call(base, 'GET', '/health/ready')).body.engines[provider];
    const value = figureOf(await figuresOf(base), 'offprint_circuit_state', { provider });
    const after = (await call(base, 'GET', '/health/ready')).body.engines[provider];
    if (before !== after) {
      await sleep(10);
      continue;
    }
    if (STATES[value!] !== after) throw new Error(`readiness says ${after}, the figures ${value}`);
    return after;
  }
}
