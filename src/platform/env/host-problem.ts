import { createServer } from 'node:net';

/**
 * Listens at a port of the system's choice, because the process that this one replaces may still use the service's.
 * @returns a sentence, or null
 */
export function findHostProblem(host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(describeHost(host, code)));
    server.listen({ host, port: 0, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

/** @param code of the error of listening. @returns null for what may pass, such as a limit of open files */
export function describeHost(host: string, code = ''): string | null {
  if (code === 'EADDRNOTAVAIL') return `${host} is not an address of this machine. Set HOST to one that is.`;
  if (code === 'ENOTFOUND') return `There is no machine named ${host}. Set HOST to an address of this one.`;
  return null;
}
