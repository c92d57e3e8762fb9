/** Installs missing reference libraries and starts one of them. */
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { installLocked } from '../../scripts/install-locked.mjs';
import { startProgram } from '../program.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));

export function installPeers(log) {
  installLocked(HERE, () => log('installing the reference libraries: npm ci --prefix bench/peers'));
}

/**
 * Starts a queue library. @param name file `<name>.mjs` beside this file, followed by its arguments.
 * @returns pid, and work(count), which puts every waiting prediction into the queue and resolves when all are settled, with the
 * time of the first handler call (milliseconds since 1970).
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
