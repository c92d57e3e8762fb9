/**
 * The two things that fetching needs from the network: the addresses of a name, and a connection to exactly one of
 * them. Apart from the fetcher, so that its tests can say what a name resolves to and see which address is dialled.
 */
import { lookup } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';
import type { buildConnector } from 'undici';
import { httpLibrary } from './http-library.js';

export interface ResolvedAddress {
  /** An IP literal. */
  address: string;
  family: 4 | 6;
}

const CONNECT_TIMEOUT_MS = 10_000;

@Injectable()
export class OutsideNetwork {
  /** All addresses of a name, as the machine itself would find them (hosts file included). */
  async resolve(host: string): Promise<ResolvedAddress[]> {
    const found = await lookup(host, { all: true, order: 'ipv4first' });
    return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
  }

  /**
   * Connects to this address and to nothing else. The connector is given the literal in place of the name, so that
   * no second lookup can answer differently; the name stays what TLS asks for and checks the certificate against.
   */
  connector(target: ResolvedAddress): buildConnector.connector {
    const { buildConnector } = httpLibrary();
    const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, maxCachedSessions: 0, keepAlive: false });
    return (options, callback) => connect({ ...options, hostname: target.address }, callback);
  }
}
