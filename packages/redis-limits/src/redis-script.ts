import { createHash } from 'node:crypto';
import type { RedisConnection } from './redis-link.js';

/** A Lua script that Redis keeps by its hash. */
export class RedisScript {
  private readonly sha: string;

  constructor(private readonly text: string) {
    this.sha = createHash('sha1').update(text).digest('hex');
  }

  /** Runs the script, and sends its text only when Redis does not have it. @returns integers. */
  async run(
    connection: RedisConnection,
    keys: readonly string[],
    values: readonly string[],
  ): Promise<number[]> {
    const rest = [String(keys.length), ...keys, ...values];
    try {
      return await connection.sendCommand<number[]>(['EVALSHA', this.sha, ...rest]);
    } catch (error) {
      // Redis was started again, or its scripts were flushed: the script has not run.
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return connection.sendCommand<number[]>(['EVAL', this.text, ...rest]);
    }
  }
}
