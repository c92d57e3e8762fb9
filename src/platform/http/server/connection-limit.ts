/**
 * Keeps file descriptors and memory for the database and for files. At the limit, a new connection replaces the oldest one without a
 * request, so that idle connections cannot lock out active callers. If every connection has had a request, the new one is closed.
 */
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Logger } from '@nestjs/common';

const RESERVED_FILES = 1_000;
const WARN_EVERY_MS = 60_000;

/** @param configured the limit of the settings; the process's limit on open files can lower it. */
export function limitConnections(server: Server, configured: number): void {
  const maxConnections = Math.min(configured, Math.max(RESERVED_FILES, openFileLimit() - RESERVED_FILES));
  const unused = new Set<Socket>();
  const warn = createWarning(maxConnections);
  let open = 0;
  server.on('connection', (socket: Socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
      unused.delete(socket);
    });
    if (open > maxConnections) {
      warn();
      const [oldest = socket] = unused;
      unused.delete(oldest);
      oldest.destroy();
    }
    if (!socket.destroyed) unused.add(socket);
  });
  server.on('request', ({ socket }) => unused.delete(socket));
}

/** Node raises the soft limit of this process to the hard limit when it starts. */
function openFileLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Infinity);
  } catch {
    return Infinity; // Not Linux.
  }
}

function createWarning(maxConnections: number): () => void {
  const logger = new Logger('http');
  let nextAt = 0;
  return () => {
    if (performance.now() < nextAt) return;
    nextAt = performance.now() + WARN_EVERY_MS;
    logger.warn(`limit of ${maxConnections} connections reached: new ones replace unused ones or are closed`);
  };
}
