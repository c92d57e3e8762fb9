// Runs a command in namespaces of its own: network, mounts and processes. Its hosts, links and programs exist only there. So they
// cannot collide with those of the machine or of another run, and the kernel removes all of them when the run ends, also after
// kill -9. Needs root.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const INSIDE = 'OFFPRINT_CLUSTER_DIRECTORY';
const PREFIX = 'offprint-failover-';
const PROGRAMS = [
  'unshare',
  'setpriv',
  'nsenter',
  'mount',
  'ip',
  'nft',
  'haproxy',
  'etcd',
  'patroni',
  'pgbouncer',
];

/**
 * The first process of the namespaces: it reaps processes whose parent has died, and passes signals on. Namespaces of hosts
 * are files below /run/netns, here of this mount namespace alone.
 */
const INIT = `
mount --make-rprivate / && mkdir -p /run/netns && mount -t tmpfs tmpfs /run/netns || exit 1
"$@" & run=$!
trap 'kill -TERM $run' TERM INT HUP
wait $run; code=$?
while kill -0 $run 2>/dev/null; do wait $run; code=$?; done
exit $code`;

/** The directory of a run inside of its namespaces; undefined outside. */
export const insideDirectory = () => process.env[INSIDE];

/** Runs this program again, inside. @returns its exit code */
export async function runInside() {
  requirePrograms();
  await removeAbandoned();
  const directory = await mkdtemp(join(tmpdir(), PREFIX));
  await chmod(directory, 0o755);
  await writeFile(join(directory, 'owner'), ownerOf(process.pid));
  // The kernel kills the run when this process dies, and with the first process of the namespaces all others.
  const child = spawn(
    'setpriv',
    ['--pdeathsig', 'KILL', 'unshare', '--net', '--mount', '--pid', '--fork', '--mount-proc', '--kill-child']
      .concat(['bash', '-c', INIT, 'init', process.execPath])
      .concat(process.execArgv, process.argv.slice(1)),
    { stdio: 'inherit', env: { ...process.env, [INSIDE]: directory }, detached: true },
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(child));
  const [code] = await once(child, 'exit');
  if (process.env.KEEP_LOGS !== '1') await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  return code ?? 1;
}

/** Stops the run in order: its first process is the child of `unshare`. */
function stop(child) {
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ');
  for (const pid of children.filter(Boolean)) process.kill(Number(pid), 'SIGTERM');
}

function requirePrograms() {
  if (process.platform !== 'linux' || process.getuid() !== 0)
    throw new Error('the trials of the cluster need Linux and root: they make network namespaces');
  const path = process.env.PATH.split(':');
  const missing = PROGRAMS.filter((name) => !path.some((folder) => isIn(folder, name)));
  if (missing.length > 0)
    throw new Error(
      `missing: ${missing.join(', ')}. Debian: apt-get install --no-install-recommends postgresql-15 patroni python3-venv etcd-server haproxy pgbouncer nftables iproute2`,
    );
}

function isIn(folder, name) {
  try {
    return readdirSync(folder).includes(name);
  } catch {
    return false;
  }
}

/** Identifies a process beyond the reuse of its id: id and start time. */
function ownerOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return `${pid} ${fields[19]}`;
  } catch {
    return `${pid} gone`;
  }
}

/** Removes the directories of runs that were killed. */
async function removeAbandoned() {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(PREFIX))) {
    const directory = join(tmpdir(), name);
    let owner;
    try {
      owner = readFileSync(join(directory, 'owner'), 'utf8');
    } catch {
      continue;
    }
    if (owner !== ownerOf(owner.split(' ')[0])) await rm(directory, { recursive: true, force: true });
  }
}
