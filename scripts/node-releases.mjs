// Other releases of Node.js, from the platform packages of the npm package `node`.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Fetches a release (`22`, `24.9.0`) into a folder of `scratch`. @returns the path of its binary. */
export async function fetchNode(release, scratch) {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const directory = join(scratch, `node-${release}`);
  const binary = `node-${platform}-${process.arch}`;
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  const args = ['install', '--prefix', directory, ...options, `${binary}@${release}`];
  await promisify(execFile)('npm', args, { cwd: scratch });
  return join(directory, 'node_modules', binary, 'bin/node');
}
