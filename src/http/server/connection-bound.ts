/**
 * Bounds how many connections are open at once, so that the process keeps memory and file descriptors for its database
 * and its files. When the bound is reached, connections on which nothing was asked yet make room, the oldest first; so
 * callers that only hold connections open cannot keep out those that use theirs. If there are none, the new one goes.
 */
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Logger } from '@nestjs/common';

/** File descriptors for everything that is not a caller's connection. */
const RESERVED_FILES = 1_000;
const WARN_EVERY_MS = 60_000;

export function boundConnections(server: Server, wanted: number): void {
  const most = Math.min(wanted, Math.max(RESERVED_FILES, openFileLimit() - RESERVED_FILES));
  const unused = new Set<Socket>();
  const warn = warning(most);
  let open = 0;
  server.on('connection', (socket: Socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
      unused.delete(socket);
    });
    if (open > most) {
      warn();
      const [oldest = socket] = unused;
      unused.delete(oldest);
      oldest.destroy();
    }
    if (!socket.destroyed) unused.add(socket);
  });
  server.on('request', ({ socket }) => unused.delete(socket));
}

/** Soft limit of this process; Node raises it to the hard one when it starts. */
function openFileLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Infinity);
  } catch {
    return Infinity; // Not Linux.
  }
}

function warning(most: number): () => void {
  const logger = new Logger('http');
  let nextAt = 0;
  return () => {
    if (performance.now() < nextAt) return;
    nextAt = performance.now() + WARN_EVERY_MS;
    logger.warn(
      `${most} connections are open, as many as may be: new ones replace unused ones or are refused`,
    );
  };
}
