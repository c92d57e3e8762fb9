import { Readable } from 'node:stream';
import { StorageUnavailable } from 'offprint';

/**
 * Passes a response on and fails when the store sends nothing for a time. The time that a slow reader takes does not
 * count. Destroying the result closes the connection.
 */
export function limitIdleTime(source: Readable, timeoutMs: number): Readable {
  const limited = Readable.from(readInTime(source, timeoutMs), { objectMode: false });
  // A generator that was never read does not run its `finally`.
  limited.once('close', () => source.destroy());
  return limited;
}

async function* readInTime(source: Readable, timeoutMs: number): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  const expire = () => source.destroy(new StorageUnavailable('S3: the store stopped sending.'));
  try {
    for (;;) {
      const timer = setTimeout(expire, timeoutMs);
      const chunk = await chunks.next().finally(() => clearTimeout(timer));
      if (chunk.done) return;
      yield chunk.value;
    }
  } finally {
    source.destroy();
  }
}
