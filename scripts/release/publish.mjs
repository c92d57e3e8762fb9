// `npm run release -- publish`: what the workflow of a release runs at a tag. npm signs the provenance itself; the workflow hands the wheel
// and the sdist to PyPI.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../build-first.mjs';
import { packAll } from './artefacts.mjs';
import { Refusal } from './refusal.mjs';
import { stateOfTree, writeSboms, writeStatements } from './statements.mjs';

export const execute = promisify(execFile);

export async function publish() {
  checkCommit();
  const startedOn = new Date();
  const { tarballs, distributions } = packAll();
  writeStatements([...tarballs, ...distributions], { command: 'npm run release -- publish', startedOn });
  writeSboms(distributions.find(({ path }) => path.endsWith('.whl')));
  const { stdout } = await execute('npm', ['config', 'get', 'registry'], { cwd: root });
  await publishTarballs(tarballs, stdout.trim(), ['--provenance']);
}

/** Stops what cannot be published. */
export function checkCommit() {
  const { version, repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { tags, isDirty } = stateOfTree();
  if (!repository)
    throw new Refusal(
      'No package names its repository, which provenance needs: run `npm run release -- repository <url>`.',
    );
  if (isDirty)
    throw new Refusal('The tree has changes that are not committed: a release is that of a commit.');
  if (!tags.includes(`v${version}`))
    throw new Refusal(`This commit does not have the tag v${version}, which is the version in package.json.`);
}

/** Publishes what the registry lacks, so that a release that was cut off can be run again. Compares before it publishes. */
export async function publishTarballs(tarballs, registry, options) {
  const missing = [];
  for (const one of tarballs) {
    const { versions = {} } = await packument(registry, one.name);
    const served = versions[one.version]?.dist.integrity;
    if (!served) missing.push(one);
    else if (served !== `sha512-${one.sha512.toString('base64')}`)
      throw new Refusal(
        `The registry has another ${one.name} ${one.version}: raise the version with \`npm run release -- patch\`.`,
      );
  }
  const own = [
    '--access',
    'public',
    '--registry',
    registry,
    '--ignore-scripts',
    '--loglevel',
    'warn',
    '--no-update-notifier',
  ];
  for (const { path } of missing) {
    const { stderr } = await execute('npm', ['publish', path, ...own, ...options], { cwd: root });
    process.stderr.write(stderr);
  }
}

/** Returns what the registry says about a package; nothing for one that it does not have. */
export async function packument(registry, name) {
  const response = await fetch(new URL(name.replace('/', '%2f'), registry));
  if (response.status === 404) return {};
  if (!response.ok) throw new Refusal(`${registry} answers ${response.status} for ${name}.`);
  return response.json();
}
