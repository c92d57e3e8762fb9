/** Installs the libraries that the service is compared with, when they are missing, and starts one of them. */
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { installLocked } from '../../scripts/install-locked.mjs';
import { startProgram } from '../program.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));

export function installPeers(log) {
  installLocked(HERE, () => log('installing what the service is compared with: npm ci --prefix bench/peers'));
}

/**
 * @param name of a queue, `<name>.mjs` beside this file, and what else it is to be told.
 * @returns pid, and work(count): puts every waiting prediction into the queue and resolves when all were settled, with
 * the time when its first handler was called (milliseconds since 1970).
 */
export async function startPeer({ after, log }, [name, ...modes], { databaseUrl, redisUrl }) {
  installPeers(log);
  const program = await startProgram(`${HERE}${name}.mjs`, [databaseUrl, redisUrl, ...modes]);
  after(program.stop);
  return {
    pid: program.pid,
    async work(count) {
      program.child.send({ count });
      const [{ firstAt }] = await once(program.child, 'message');
      return firstAt;
    },
  };
}
