// The scratch directory of `npm run lane -- package`: the tarballs and an application that has installed them.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boundedNpm } from '../../../scripts/bounded-npm.mjs';
import { root } from '../../../scripts/build-first.mjs';
import { SERVICE_PACKAGES } from '../../../scripts/service-packages.mjs';

/** The tests run in processes of their own and find the directory of `run.mjs`. */
const VARIABLE = 'OFFPRINT_PACKAGE_TEST';
const isOwner = process.env[VARIABLE] === undefined;
process.env[VARIABLE] ??= mkdtempSync(join(tmpdir(), 'offprint-package-'));

export const scratch = process.env[VARIABLE];
export const tarballs = join(scratch, 'tarballs');
/** An application with the tarballs as its dependencies. */
export const app = join(scratch, 'app');
export const extensionTarballs = join(scratch, 'extension-tarballs');
/** An application that has installed the extensions too. */
export const extendedApp = join(scratch, 'extended-app');
const clientTarballs = join(scratch, 'client-tarballs');
/** A program that has installed the client alone. */
export const clientApp = join(scratch, 'client-app');
const mcpTarballs = join(scratch, 'mcp-tarballs');
/** A directory that has installed the MCP server, and the client it calls the service with. */
export const mcpApp = join(scratch, 'mcp-app');

const createTarballs = join(scratch, 'create-tarballs');

const PACKAGES = ['.', ...SERVICE_PACKAGES];
/** Each with the settings that it requires. */
export const extensions = JSON.parse(readFileSync(join(root, 'test/support/extensions.json'), 'utf8'));
const EXTENSIONS = Object.keys(extensions).map((name) => name.replace('@offprint/', 'packages/'));
const QUIET = ['--silent', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'];

/** Packs as a release would; `prepack` builds what is missing. */
export function packTarballs() {
  // Other accounts must be able to pass through: PostgreSQL runs as one of them when this is root's.
  chmodSync(scratch, 0o755);
  for (const [destination, folders] of [
    [tarballs, PACKAGES],
    [extensionTarballs, EXTENSIONS],
    [clientTarballs, ['packages/client']],
    [mcpTarballs, ['packages/mcp']],
    [createTarballs, ['packages/create-offprint']],
  ]) {
    mkdirSync(destination);
    const which = folders.map((folder) =>
      folder === '.' ? '--include-workspace-root' : `--workspace=${folder}`,
    );
    npm(['pack', '--silent', '--pack-destination', destination, ...which], root, [
      'ignore',
      'ignore',
      'inherit',
    ]);
  }
}

export function installTarballs() {
  installApp(app, tarballs);
  // The same packages, to which npm adds those of the extensions.
  cpSync(app, extendedApp, { recursive: true, verbatimSymlinks: true });
  install(extendedApp, ...tarballsOf(extensionTarballs));
  installApp(clientApp, clientTarballs);
  installApp(mcpApp, clientTarballs, mcpTarballs);
}

function installApp(folder, ...sources) {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  // A TypeScript project on Node.js has its types; everything else comes with the tarballs.
  install(folder, '@types/node@20', ...sources.flatMap(tarballsOf));
}

export const tarballsOf = (folder) => readdirSync(folder).map((file) => join(folder, file));

/** The path of the client's tarball. */
export const clientTarball = () => tarballsOf(clientTarballs)[0];

/** The path of the tarball of create-offprint. */
export const createTarball = () => tarballsOf(createTarballs)[0];

/** Installs packages into a folder, without scripts of packages. */
export function install(folder, ...packages) {
  const stdio = ['ignore', 'inherit', 'inherit'];
  boundedNpm(['install', ...QUIET, ...packages], { cwd: folder, stdio, env: environment() });
}

export function removeScratch() {
  if (isOwner) rmSync(scratch, { recursive: true, force: true });
}

/** npm as a person runs it there: without the settings that `npm run` hands down from this repository. */
export function npm(args, cwd, stdio) {
  execFileSync('npm', args, { cwd, stdio, env: environment() });
}

/** The variables that a person's shell has. npm asks the registry only for what its cache does not have. */
export function environment(changes = {}) {
  const { PATH, HOME, TMPDIR, npm_config_cache, npm_config_registry } = process.env;
  const own = {
    ...{ PATH, HOME, TMPDIR, npm_config_cache, npm_config_registry },
    ...{ npm_config_loglevel: 'error', npm_config_prefer_offline: 'true' },
    ...{ npm_config_audit: 'false', npm_config_fund: 'false' },
  };
  return Object.fromEntries(
    Object.entries({ ...own, ...changes }).filter(([, value]) => value !== undefined),
  );
}
