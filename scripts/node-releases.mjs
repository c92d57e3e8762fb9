// Other releases of Node.js, from the platform packages of the npm package `node`.
import { join } from 'node:path';
import { boundedNpm } from './bounded-npm.mjs';

/** Fetches a release (`22`, `24.9.0`) into a folder of `scratch`. @returns the path of its binary. */
export async function fetchNode(release, scratch) {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const directory = join(scratch, `node-${release}`);
  const binary = `node-${platform}-${process.arch}`;
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  const args = ['install', '--prefix', directory, ...options, `${binary}@${release}`];
  boundedNpm(args, { cwd: scratch, stdio: ['ignore', 'ignore', 'inherit'] });
  return join(directory, 'node_modules', binary, 'bin/node');
}
