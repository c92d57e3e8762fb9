import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { Notices } from 'offprint';
import { type RedisConnection, RedisLink } from './redis-link.js';
import { type RedisSettings, type ResolvedSettings, resolveSettings } from './redis-settings.js';

/** A channel that this process has subscribed to. */
interface Subscription {
  handlers: ((message: string) => void)[];
  /** Calls the handlers. The same function each time: a connection calls it once per message, however often it is subscribed. */
  receive: (message: string) => void;
  /** Resolves when the channel is subscribed, or will be with the next connection. */
  begun: Promise<void>;
}

/** Carries notices by pub/sub of Redis or Valkey, on a connection of its own. */
export class RedisNotices extends Notices implements OnModuleInit, OnApplicationShutdown {
  private readonly settings: ResolvedSettings;
  private readonly link: RedisLink;
  private readonly subscriptions = new Map<string, Subscription>();

  constructor(settings: RedisSettings) {
    super();
    this.settings = resolveSettings(settings);
    this.link = new RedisLink(this.settings.url, 'notices', (connection) => this.prepare(connection));
  }

  async onModuleInit(): Promise<void> {
    await this.link.start();
  }

  onApplicationShutdown(): void {
    this.link.stop();
  }

  override async publish(channel: string, message: string): Promise<void> {
    await this.link.run((connection) => connection.publish(this.nameOf(channel), message));
  }

  override async subscribe(channel: string, handle: (message: string) => void): Promise<void> {
    const known = this.subscriptions.get(channel);
    if (known) known.handlers.push(handle);
    await (known ?? this.begin(channel, handle)).begun;
  }

  private begin(channel: string, handle: (message: string) => void): Subscription {
    const handlers = [handle];
    const receive = (message: string) => {
      for (const each of handlers) each(message);
    };
    const subscription = { handlers, receive, begun: this.subscribeNow(channel, receive) };
    this.subscriptions.set(channel, subscription);
    return subscription;
  }

  private async subscribeNow(channel: string, receive: Subscription['receive']): Promise<void> {
    await this.link.start();
    // Without a connection, the next one subscribes: see `prepare`.
    await this.link
      .run((connection) => connection.subscribe(this.nameOf(channel), receive))
      .catch(() => undefined);
  }

  private async prepare(connection: RedisConnection): Promise<void> {
    for (const [channel, { receive }] of this.subscriptions)
      await connection.subscribe(this.nameOf(channel), receive);
  }

  private nameOf(channel: string): string {
    return `${this.settings.prefix}notice:${channel}`;
  }
}
