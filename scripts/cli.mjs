// The operator's commands: `npm run credits:grant`, `users:create`, `users:reset`, `users:role`, `ledger:verify`,
// `providers:check`.
// Builds first on a fresh clone, without output on standard output, which belongs to the command.
import { existsSync } from 'node:fs';
import { buildIfMissing } from './build-first.mjs';

if (buildIfMissing()) {
  const { runCommand } = await import('../dist/cli/run-command.js');
  if (existsSync('.env')) process.loadEnvFile('.env');
  process.exitCode = await runCommand(process.argv.slice(2), process.env);
} else process.exitCode = 1;
