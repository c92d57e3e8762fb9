export interface RedisServerOptions {
  /** Every request is in a file before it is answered: a killed server loses nothing. */
  isDurable?: boolean;
  fsync?: 'always' | 'everysec';
  /** The test moves its clock. */
  hasClock?: boolean;
  password?: string;
}

/** A running Redis. */
export class RedisServer {
  static start(options?: RedisServerOptions): Promise<RedisServer>;
  readonly port: number;
  readonly url: string;
  advance(ms: number): Promise<void>;
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
  resume(): Promise<void>;
  command(...words: string[]): Promise<unknown>;
  stop(): Promise<void>;
}
