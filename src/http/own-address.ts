import { Injectable } from '@nestjs/common';
import { Config } from '../config/index.js';

/** Where callers reach this service. Without PUBLIC_URL it is known only once the server listens. */
@Injectable()
export class OwnAddress {
  private listening: string | null = null;

  constructor(private readonly config: Config) {}

  /** Without a trailing slash; null before the server listens. */
  get url(): string | null {
    return this.config.http.publicUrl ?? this.listening;
  }

  listensAt(port: number): void {
    const { host } = this.config.http;
    const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
    this.listening = `http://${name}:${port}`;
  }
}
