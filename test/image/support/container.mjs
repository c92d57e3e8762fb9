// Runs a mounted image under runc as a container engine does: the root read-only, no capability, a user by its number, /tmp in memory,
// /data from outside. It shares the network of this machine, so that a test reaches it by a port of loopback.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './programs.mjs';

const MB = 1024 * 1024;
const running = new Set();

process.on('exit', () => {
  for (const container of running) container.destroy();
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** Creates a folder for /data that a user can write to. */
export function makeData(uid) {
  const path = mkdtempSync(join(tmpdir(), 'offprint-data-'));
  chownSync(path, uid, uid);
  return path;
}

/**
 * Starts a program of an image.
 * @param image of `mountImage`. @param options `data` a folder, `uid`, `env` beside the image's own, `args` in place of its command,
 * `graceMs` of a stop
 */
export function startContainer(
  image,
  { data, uid = 1000, env = {}, args = image.config.Cmd, graceMs = 20_000 },
) {
  const bundle = mkdtempSync(join(tmpdir(), 'offprint-container-'));
  const id = `offprint-${randomUUID()}`;
  run('runc', ['spec'], { cwd: bundle });
  const path = join(bundle, 'config.json');
  writeFileSync(
    path,
    JSON.stringify(specOf(JSON.parse(readFileSync(path, 'utf8')), image, { data, uid, env, args })),
  );
  const child = spawn('runc', ['run', id], { cwd: bundle, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close').then(([code]) => code);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const container = {
    get text() {
      return text;
    },
    /** Resolves with the match. @throws when the program ends before it prints it */
    async until(pattern) {
      const ended = closed.then((code) => {
        throw new Error(`it ended with ${code}:\n${text}`);
      });
      ended.catch(() => undefined);
      while (!pattern.test(text)) await Promise.race([once(child.stdout, 'data'), ended]);
      return pattern.exec(text);
    },
    /** @returns the exit code */
    ended: () => closed,
    /** Stops it as `docker stop` does. @returns the exit code; 137 when it was killed after its grace */
    async stop() {
      run('runc', ['kill', id, 'TERM']);
      const timer = setTimeout(() => run('runc', ['kill', id, 'KILL']), graceMs);
      const code = await closed;
      clearTimeout(timer);
      return code;
    },
    destroy() {
      running.delete(container);
      try {
        run('runc', ['delete', '--force', id]);
      } catch {
        // It has ended, and runc has deleted it.
      }
      rmSync(bundle, { recursive: true, force: true });
    },
  };
  running.add(container);
  void closed.then(() => container.destroy());
  return container;
}

function specOf(spec, { path, config }, { data, uid, env, args }) {
  const own = Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s)));
  const mounts = [
    ...spec.mounts,
    {
      destination: '/tmp',
      type: 'tmpfs',
      source: 'tmpfs',
      options: ['nosuid', 'nodev', 'mode=1777', `size=${256 * MB}`],
    },
  ];
  if (data) mounts.push({ destination: '/data', type: 'bind', source: data, options: ['rbind', 'rw'] });
  return {
    ...spec,
    root: { path, readonly: true },
    hostname: undefined,
    mounts,
    process: {
      ...spec.process,
      terminal: false,
      cwd: config.WorkingDir,
      args,
      user: { uid, gid: uid },
      env: Object.entries({ ...own, ...env }).map(([name, value]) => `${name}=${value}`),
      capabilities: Object.fromEntries(Object.keys(spec.process.capabilities).map((set) => [set, []])),
      noNewPrivileges: true,
      rlimits: [{ type: 'RLIMIT_NOFILE', hard: 4096, soft: 4096 }],
    },
    linux: { ...spec.linux, namespaces: spec.linux.namespaces.filter(({ type }) => type !== 'network') },
  };
}
