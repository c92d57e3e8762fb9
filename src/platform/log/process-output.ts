/**
 * Output must not end its process. Its reader can go away (EPIPE), stop reading, or be a file on a full disk (ENOSPC) or a lost terminal
 * (EIO): lines are dropped then and counted, and each later line is tried.
 */
import type { Writable } from 'node:stream';

/** Lines beyond these waiting bytes are dropped, because memory must not grow with lines that are not read. */
const MAX_WAITING_BYTES = 1024 * 1024;

export interface DroppedLines {
  lines: number;
  /** Error code, or `slow reader`. */
  reason: string;
}

export class ProcessOutput {
  /** Counted since the start. */
  dropped = 0;
  private unreported = 0;
  private reason = '';

  constructor(private readonly stream: Writable) {
    // Each failed write is counted by its callback; without a listener the first one would end the process.
    stream.on('error', () => undefined);
  }

  /** @param onResumed is called when the stream takes lines again after some were dropped. */
  write(line: string, onResumed: (dropped: DroppedLines) => void = () => undefined): void {
    if (this.stream.writableLength > MAX_WAITING_BYTES) return this.drop('slow reader');
    this.stream.write(line, (error) => {
      if (error) return this.drop((error as NodeJS.ErrnoException).code ?? error.name);
      // Once per loss: while lines still wait, the next one may be dropped again.
      if (this.unreported === 0 || this.stream.writableLength > 0) return;
      const dropped = { lines: this.unreported, reason: this.reason };
      this.unreported = 0;
      onResumed(dropped);
    });
  }

  private drop(reason: string): void {
    this.dropped += 1;
    this.unreported += 1;
    // Lines that waited behind the one that failed have this code.
    if (reason !== 'ERR_STREAM_DESTROYED') this.reason = reason;
  }
}

const outputs = new Map<Writable, ProcessOutput>();

/** One output per stream, so that all loggers of a process share its counts. */
export function outputOf(stream: Writable): ProcessOutput {
  const output = outputs.get(stream) ?? new ProcessOutput(stream);
  outputs.set(stream, output);
  return output;
}

/** Failed writes then do not end this process. */
export function guardOutputs(): void {
  for (const stream of [process.stdout, process.stderr]) outputOf(stream);
}

/** Counts from the start of this process. */
export function countDroppedLines(): number {
  return [...outputs.values()].reduce((sum, { dropped }) => sum + dropped, 0);
}
