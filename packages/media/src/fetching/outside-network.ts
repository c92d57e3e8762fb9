/** The network operations are separate from the fetcher, so that tests can control resolved addresses and observe connections. */
import { lookup } from 'node:dns/promises';
import type { buildConnector } from 'undici';
import { httpLibrary } from '../libraries/library-loading.js';

export interface ResolvedAddress {
  /** An IP literal. */
  address: string;
  family: 4 | 6;
}

const CONNECT_TIMEOUT_MS = 10_000;

export class OutsideNetwork {
  /** Resolves all addresses of a name as the operating system does, including the hosts file. */
  async resolve(host: string): Promise<ResolvedAddress[]> {
    const found = await lookup(host, { all: true, order: 'ipv4first' });
    return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
  }

  /**
   * The connector uses the literal, so that no second lookup can return another address. TLS uses the name for SNI and certificate check.
   */
  connector(target: ResolvedAddress): buildConnector.connector {
    const { buildConnector } = httpLibrary();
    const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, maxCachedSessions: 0, keepAlive: false });
    return (options, callback) => connect({ ...options, hostname: target.address }, callback);
  }
}
