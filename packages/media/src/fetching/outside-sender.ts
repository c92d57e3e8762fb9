import { httpLibrary } from '../libraries/library-loading.js';
import { FetchRefused, isConnectError, toFetchError } from './fetch-refused.js';
import { chooseTarget, type FetchPolicy, type FetchTarget, parseUrl } from './fetch-target.js';
import { OutsideNetwork, type ResolvedAddress } from './outside-network.js';
import { rejectOnAbort } from './reject-on-abort.js';

const LATE = 'The address did not respond in time.';

/** A POST to a URL that a caller has chosen. */
export interface OutsideRequest {
  body: string;
  headers: Readonly<Record<string, string>>;
  /** Limit for the whole exchange, from the lookup to the response. */
  timeoutSeconds: number;
  /** Hosts of the operator (`host` or `host:port`): they may have private addresses, any port, and http. */
  trustedHosts?: readonly string[];
  signal?: AbortSignal;
}

/** Sends requests to URLs that callers have chosen, such as their webhooks. It never connects to the internal network. */
export class OutsideSender {
  constructor(private readonly network: OutsideNetwork) {}

  /**
   * Checks a URL before it is stored: its form and where its host leads now. `post` checks it again.
   * @throws Error when requests to it are not allowed; its message is safe for any caller.
   */
  async check(url: string, trustedHosts: readonly string[] = []): Promise<void> {
    await this.choose(url, trustedHosts);
  }

  /**
   * Sends a POST once, over https to a public address. It follows no redirect, reads nothing of the response, and connects to the address
   * that it has checked. @returns the status of the response, also of an error.
   * @throws Error when the URL is not allowed, or no response comes in time; its message is safe for any caller.
   * @throws the reason of `signal` after an abort.
   */
  async post(url: string, request: OutsideRequest): Promise<number> {
    const { trustedHosts = [], timeoutSeconds, signal } = request;
    const deadline = AbortSignal.timeout(timeoutSeconds * 1000);
    const aborted = signal ? AbortSignal.any([signal, deadline]) : deadline;
    try {
      const target = await rejectOnAbort(this.choose(url, trustedHosts), aborted);
      return await this.send(target, request, aborted);
    } catch (error) {
      signal?.throwIfAborted();
      throw deadline.aborted ? new FetchRefused('timeout', { publicMessage: LATE }) : error;
    }
  }

  private async choose(text: string, trustedHosts: readonly string[]): Promise<FetchTarget> {
    const policy: FetchPolicy = { schemes: ['https', 'http'], trustedHosts };
    const target = await chooseTarget(parseUrl(text, policy), policy, this.network, true);
    if (!target.trusted) parseUrl(text, { schemes: ['https'] });
    return target;
  }

  /** Takes the first address that accepts a connection. */
  private async send(target: FetchTarget, request: OutsideRequest, signal: AbortSignal): Promise<number> {
    let failure: unknown;
    for (const address of target.addresses) {
      try {
        return await this.sendTo(address, target.url, request, signal);
      } catch (error) {
        if (!isConnectError(error)) throw toFetchError(error);
        failure = error;
      }
    }
    throw toFetchError(failure);
  }

  private async sendTo(
    address: ResolvedAddress,
    { origin, pathname, search }: URL,
    { body, headers }: OutsideRequest,
    signal: AbortSignal,
  ): Promise<number> {
    const { Client } = httpLibrary();
    const client = new Client(origin, { connect: this.network.connector(address) });
    try {
      const path = `${pathname}${search}`;
      const response = await client.request({ method: 'POST', path, headers, body, signal });
      // Destroying the client emits an error on an unread body; without a listener it would be uncaught.
      response.body.on('error', () => undefined);
      return response.statusCode;
    } finally {
      await client.destroy();
    }
  }
}
