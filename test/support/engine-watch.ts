/** What a test sees of fake engines and of the circuits before them. */
import { call } from './client.js';
import type { EngineExchange, EngineProcess } from './engine-process.js';
import { figureOf, figuresOf } from './metrics.js';

/** Submits that have reached the engine, in order, whatever became of them. */
export async function submitsAt(engine: EngineProcess): Promise<EngineExchange[]> {
  return (await engine.state()).requests.filter(({ isSubmit }) => isSubmit);
}

/** What the engine would have been paid for. */
export async function paidAt(engine: EngineProcess): Promise<number> {
  return Object.values((await engine.state()).paid).reduce((sum, calls) => sum + calls, 0);
}

/** As an operator's monitoring sees it: in readiness, and as the same in the figures. @throws when they differ. */
export async function circuitSeen(
  base: string,
  provider: string,
): Promise<'accepting' | 'half-open' | 'open'> {
  const STATES = ['accepting', 'half-open', 'open'] as const;
  for (;;) {
    const before = (await call(base, 'GET', '/health/ready')).body.engines[provider];
    const value = figureOf(await figuresOf(base), 'offprint_circuit_state', { provider });
    const after = (await call(base, 'GET', '/health/ready')).body.engines[provider];
    if (before !== after) continue;
    if (STATES[value!] !== after) throw new Error(`readiness says ${after}, the figures ${value}`);
    return after;
  }
}
