#!/usr/bin/env node
// The program `offprint`: without a command it starts the service; `demo` shows it; all others are the operator's commands
// (`offprint users create`, `npm run users:create` in a checkout).
// On a fresh clone it builds first, without output on standard output, which belongs to the command.
import { buildIfMissing } from './build-first.mjs';

/** A supervisor starts its processes with the same program (`PROCESSES`). */
const SUPERVISED = '--supervised';

async function main(args) {
  const [command] = args;
  if (command === 'demo') {
    process.argv.splice(2, 1);
    await import('./demo.mjs');
  } else if (!buildIfMissing()) {
    process.exitCode = 1;
  } else if (command === undefined || command === SUPERVISED) {
    await import('../dist/main.js');
  } else {
    const { loadEnvFile } = await import('../dist/platform/env/index.js');
    loadEnvFile(process.env);
    const { loadProgram } = await import('../dist/platform/build/index.js');
    const { runCommand } = await loadProgram('cli/run-command.js');
    process.exitCode = await runCommand(args, process.env);
  }
}

await main(process.argv.slice(2));
