// The scratch directory of `npm run lane -- release`, and the registries that run.mjs has started.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tarballsOf } from '../../../scripts/release/artefacts.mjs';

/** The tests run in processes of their own and find the directory of `run.mjs`. */
const VARIABLE = 'OFFPRINT_RELEASE_TEST';
const isOwner = process.env[VARIABLE] === undefined;
process.env[VARIABLE] ??= mkdtempSync(join(tmpdir(), 'offprint-release-'));

export const scratch = process.env[VARIABLE];
const file = join(scratch, 'registries.json');

/** Hands the registries to the tests. Other accounts may pass: PostgreSQL runs as one of them when this is root's. */
export function handOver({ npm, pypi, npmrc }) {
  chmodSync(scratch, 0o755);
  writeFileSync(file, JSON.stringify({ npm, pypi, npmrc }));
  // The programs of the lane `package` run in this directory too.
  process.env.OFFPRINT_PACKAGE_TEST = scratch;
}

export const registries = () => JSON.parse(readFileSync(file, 'utf8'));

export function removeScratch() {
  if (isOwner) rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}

/** What a newcomer's shell has in addition to `environment()` of the lane `package`: the registry, and a cache of npm that begins empty. */
export const newcomer = (changes = {}) => ({
  ...{ npm_config_registry: registries().npm, npm_config_cache: join(scratch, 'npm-cache') },
  ...{ npm_config_userconfig: join(scratch, 'newcomer.npmrc'), npm_config_update_notifier: 'false' },
  ...{ npm_config_loglevel: undefined, npm_config_prefer_offline: undefined },
  ...changes,
});

/** Returns copies of tarballs whose versions, and what they require of each other, are a patch higher. */
export function nextPatch(tarballs) {
  const folder = join(scratch, 'next');
  const target = join(scratch, 'next-tarballs');
  mkdirSync(target);
  const names = new Set(tarballs.map(({ name }) => name));
  for (const { file: tarball, path, version } of tarballs) {
    const next = version.replace(/\d+$/, (patch) => Number(patch) + 1);
    mkdirSync(folder);
    execFileSync('tar', ['-xzf', path, '-C', folder]);
    const file = join(folder, 'package/package.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    for (const needed of [manifest.dependencies ?? {}, manifest.peerDependencies ?? {}])
      for (const one of Object.keys(needed))
        if (names.has(one)) needed[one] = needed[one].replace(version, next);
    writeFileSync(file, JSON.stringify({ ...manifest, version: next }));
    execFileSync('tar', ['-czf', join(target, tarball.replace(version, next)), '-C', folder, 'package']);
    rmSync(folder, { recursive: true });
  }
  return tarballsOf(target);
}
