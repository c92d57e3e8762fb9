// Builds the previous release of the service, which runs beside the present one: its sources from this repository's history,
// compiled with the packages that are installed here. Those of packages/ are its own.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkPackages } from './own-packages.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const REPORTS = join(ROOT, 'reports');

/** The first build with wallets stands for the previous release until one has been made after it. */
const FIRST_WITH_WALLETS = '3fdc0d23c4caf3d9a1c8c19daf0f60af0e2b74f2';

/** The commit that `npm run release` made last, before the present one. */
function previousRelease() {
  const made = ['-1', '--format=%H', '--extended-regexp', '--grep=^chore: release [0-9.]+$'];
  const { stdout } = spawnSync('git', ['log', ...made, `${FIRST_WITH_WALLETS}..HEAD^`], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return stdout.trim() || FIRST_WITH_WALLETS;
}

/** The paths that a process of the service needs; the dashboard page is not part of these trials. */
const PARTS = [
  'src',
  'packages',
  'catalogue',
  'prove',
  'package.json',
  '.swcrc',
  'nest-cli.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

/**
 * @returns {Promise<{main: string, plugin: string}>} paths of its program and of its version of the trials' plugin
 * @throws when the repository's history is too short, or the release does not compile
 */
export async function earlierRelease(commit = previousRelease()) {
  const directory = join(REPORTS, `release-${commit.slice(0, 12)}`);
  if (!existsSync(join(directory, 'dist/main.js'))) await unpack(commit, directory);
  return {
    main: join(directory, 'dist/main.js'),
    plugin: join(directory, 'prove/harness/engines/engine-plugin.mjs'),
  };
}

/** Builds in a draft directory and renames it. Of several concurrent runs, one keeps its build. */
async function unpack(commit, directory) {
  await mkdir(REPORTS, { recursive: true });
  const draft = await mkdtemp(join(REPORTS, 'release-draft-'));
  const archive = execFileSync('git', ['archive', commit, '--', ...PARTS], {
    cwd: ROOT,
    maxBuffer: 256 * 1024 * 1024,
  });
  const { status: unpacked } = spawnSync('tar', ['-x', '-C', draft], { input: archive });
  if (unpacked !== 0) throw new Error('the sources of the previous release could not be unpacked');
  await symlink(join(ROOT, 'node_modules'), join(draft, 'node_modules'));
  build(draft, process.execPath, join(draft, 'node_modules/@nestjs/cli/bin/nest.js'), 'build');
  const { scripts } = JSON.parse(await readFile(join(draft, 'package.json'), 'utf8'));
  // Older releases have none of the service's code in packages/.
  if ('build:packages' in scripts) {
    build(draft, 'npm', 'run', 'build:packages');
    const names = await readdir(join(draft, 'packages'));
    await linkPackages(
      draft,
      names.filter((name) => existsSync(join(draft, 'packages', name, 'dist'))),
    );
  }
  await rename(draft, directory).catch(async (error) => {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(join(directory, 'dist/main.js'))) throw error;
  });
}

/** @throws when the step fails */
function build(cwd, program, ...args) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`the previous release does not compile: ${`${stdout}${stderr}`.slice(-2000)}`);
}
