// Runs programs of the machine, and says which one is missing.
import { execFileSync } from 'node:child_process';

const MAX_OUTPUT = 64 * 1024 * 1024;

/** @returns what it prints @throws with the end of its errors */
export function run(program, args, options = {}) {
  try {
    return execFileSync(program, args, {
      encoding: 'utf8',
      maxBuffer: MAX_OUTPUT,
      stdio: 'pipe',
      ...options,
    }).trim();
  } catch (error) {
    const said = `${error.stdout ?? ''}${error.stderr ?? ''}`.slice(-4_000);
    throw new Error(`${program} ${args.join(' ')} failed:\n${said || error.message}`, { cause: error });
  }
}

/** Debian's programs and their packages. */
const NEEDED = { buildah: 'buildah', mmdebstrap: 'mmdebstrap', runc: 'runc' };

/** Installs what is missing, without starting a service of it. */
export function installPrograms() {
  const missing = Object.keys(NEEDED).filter((program) => {
    try {
      run('sh', ['-c', `command -v ${program}`]);
      return false;
    } catch {
      return true;
    }
  });
  if (missing.length === 0) return;
  console.log(`installing ${missing.join(', ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  run('apt-get', ['update'], { env });
  run('apt-get', ['install', '-y', '--no-install-recommends', ...missing.map((program) => NEEDED[program])], {
    env,
  });
}
