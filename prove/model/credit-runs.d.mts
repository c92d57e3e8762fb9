import type { CreditCommands } from './credit-commands.mjs';

export function compareRuns(
  commands: CreditCommands,
  options: { runs: number; seed: string; onTick?: (done: number) => void },
): Promise<Record<string, number>>;
