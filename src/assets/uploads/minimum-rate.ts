import { AppError } from '../../platform/errors/index.js';
import { withTimeout } from '../../platform/time/index.js';

/** 128 kbit/s: slower than any line that a file of this size is sent over. */
const MIN_BYTES_PER_SECOND = 16_000;
/** Bytes that arrive restore this time at the minimum rate. */
const MAX_PAUSE_MS = 30_000;

/** A large file may take long, a stalled one holds no connection. Counts only the time spent waiting for the sender. @throws 408. */
export async function* atMinimumRate(
  body: AsyncIterable<Uint8Array>,
  { bytesPerSecond = MIN_BYTES_PER_SECOND, maxPauseMs = MAX_PAUSE_MS } = {},
): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  let leftMs = maxPauseMs;
  try {
    for (;;) {
      const from = performance.now();
      const chunk = await withTimeout(leftMs, chunks.next(), () => new AppError('request_timeout'));
      if (chunk.done) return;
      const restoredMs = (chunk.value.byteLength / bytesPerSecond) * 1000;
      leftMs = Math.min(maxPauseMs, leftMs - (performance.now() - from) + restoredMs);
      yield chunk.value;
    }
  } finally {
    // Not awaited: the iterator of a stalled body would wait for its next chunk.
    void chunks.return?.();
  }
}
