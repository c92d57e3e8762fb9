import { AppError } from '../../platform/errors/index.js';

const MAX_FILES = 100;

interface Sending {
  files: number;
  bytes: number;
}

/** Bounds what each account is sending to this process: files, and their bytes on the disk. */
export class FilesInFlight {
  private readonly accounts = new Map<string, Sending>();

  constructor(private readonly limits: { files?: number; bytes: number; refusal?: () => AppError }) {}

  /**
   * Counts the bytes of a file while `receive` runs: those announced at once, others as they arrive.
   * @throws 409 `upload_space_used` (or `limits.refusal`) for a file too many, and from the file at the byte that exceeds the limit.
   */
  async count<T>(
    accountId: string,
    { file, declaredBytes }: { file: AsyncIterable<Uint8Array>; declaredBytes: number },
    receive: (file: AsyncIterable<Uint8Array>) => Promise<T>,
  ): Promise<T> {
    const sending = this.accounts.get(accountId) ?? { files: 0, bytes: 0 };
    const isFull = sending.files >= (this.limits.files ?? MAX_FILES);
    if (isFull || sending.bytes + declaredBytes > this.limits.bytes) throw this.refusal();
    this.accounts.set(accountId, sending);
    const own = { bytes: declaredBytes };
    sending.files += 1;
    sending.bytes += declaredBytes;
    try {
      return await receive(this.counted(file, sending, own));
    } finally {
      sending.files -= 1;
      sending.bytes -= own.bytes;
      if (sending.files === 0) this.accounts.delete(accountId);
    }
  }

  private refusal(): AppError {
    return (this.limits.refusal ?? tooManyError)();
  }

  private async *counted(
    file: AsyncIterable<Uint8Array>,
    sending: Sending,
    own: { bytes: number },
  ): AsyncGenerator<Uint8Array> {
    let received = 0;
    for await (const chunk of file) {
      received += chunk.byteLength;
      const more = Math.max(0, received - own.bytes);
      if (sending.bytes + more > this.limits.bytes) {
        // Frees its bytes at once: the account's other files go on.
        sending.bytes -= own.bytes;
        own.bytes = 0;
        throw this.refusal();
      }
      sending.bytes += more;
      own.bytes += more;
      yield chunk;
    }
  }
}

function tooManyError(): AppError {
  return new AppError('upload_space_used', {
    message: 'This account is sending as many files as it may. Try again when one has ended.',
  });
}
