// Runs Jest with the configuration of a lane. Its last line is `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { root } from '../build-first.mjs';

/** Ends this process with Jest's exit code. @param env variables of the tests, in addition to those of this process */
export function runJest(configuration, args, env = {}) {
  const options = `${process.env.NODE_OPTIONS ?? ''} --disable-warning=ExperimentalWarning`;
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/jest/bin/jest.js', '--config', configuration, ...args],
    { cwd: root, env: { ...process.env, NODE_OPTIONS: options.trim(), ...env }, stdio: 'inherit' },
  );
  process.exit(status ?? 1);
}
