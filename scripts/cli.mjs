// The operator's commands: `npm run credits:grant`, `users:create`, `users:reset`, `users:role`, `ledger:verify`,
// `providers:check`.
// Builds first when needed, without a word on standard output, which belongs to the command.
import { existsSync } from 'node:fs';
import { ensureBuilt } from './built.mjs';

if (ensureBuilt({ quiet: true })) {
  const { runCommand } = await import('../dist/cli/run-command.js');
  if (existsSync('.env')) process.loadEnvFile('.env');
  process.exitCode = await runCommand(process.argv.slice(2), process.env);
} else process.exitCode = 1;
