/**
 * Why an outside address was not fetched. What is shown to a caller names neither the address that a name resolved
 * to nor the text that a server sent: either would turn the fetcher into a window onto the network it runs in.
 */
import { AssetTooLarge, StorageFull } from '../storage/asset-errors.js';

export type FetchRefusal =
  | 'bad_url'
  | 'address_not_allowed'
  | 'unreachable'
  | 'timeout'
  | 'not_found'
  | 'bad_status'
  | 'too_large'
  | 'wrong_type';

const MESSAGES: Record<FetchRefusal, string> = {
  bad_url: 'The address is not a valid link of the kind that is accepted.',
  address_not_allowed: 'The address does not lead to the public internet.',
  unreachable: 'The address could not be reached.',
  timeout: 'The address did not deliver the file in time.',
  not_found: 'There is no file at the address.',
  bad_status: 'The address answered with an error instead of a file.',
  too_large: 'The file at the address is too large.',
  wrong_type: 'The address does not hold a file of a supported type.',
};

export class FetchRefused extends Error {
  /** Safe to show to anyone. */
  readonly publicMessage: string;
  /** The answer's HTTP status, when there was one that said no. */
  readonly status?: number;
  /** Worth another try later: the other side was slow, away or busy. */
  readonly transient: boolean;

  constructor(
    readonly code: FetchRefusal,
    options: { publicMessage?: string; status?: number; cause?: unknown } = {},
  ) {
    const publicMessage = options.publicMessage ?? MESSAGES[code];
    super(publicMessage, { cause: options.cause });
    this.name = 'FetchRefused';
    this.publicMessage = publicMessage;
    this.status = options.status;
    this.transient = code === 'timeout' || code === 'unreachable' || isBusy(options.status);
  }
}

function isBusy(status: number | undefined): boolean {
  return status !== undefined && (status === 408 || status === 425 || status === 429 || status >= 500);
}

export function tooLarge(maxBytes: number): FetchRefused {
  const megabytes = Math.floor(maxBytes / 1_000_000);
  const limit = megabytes > 0 ? `${megabytes} MB` : `${maxBytes} bytes`;
  return new FetchRefused('too_large', { publicMessage: `The file at the address is larger than ${limit}.` });
}

const NO_CONNECTION = new Set([
  'ECONNREFUSED',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'EADDRNOTAVAIL',
  'EAFNOSUPPORT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Nothing was sent yet, so another address of the same name may be tried. */
export function isNoConnection(error: unknown): boolean {
  return NO_CONNECTION.has(codeOf(error));
}

/** Of our own machine: a missing directory or too many open files is no fault of the address. */
const LOCAL = new Set([
  'ENOENT',
  'ENOTDIR',
  'EACCES',
  'EPERM',
  'EEXIST',
  'EMFILE',
  'ENFILE',
  'EIO',
  'UND_ERR_INVALID_ARG',
]);

/** What a failed request means for the address; our own faults come back unchanged. */
export function nameNetworkError(error: unknown): unknown {
  if (error instanceof FetchRefused || error instanceof StorageFull) return error;
  if (error instanceof AssetTooLarge) return tooLarge(error.maxBytes);
  const code = codeOf(error);
  if (LOCAL.has(code)) return error;
  const timedOut = code === 'ETIMEDOUT' || code.endsWith('_TIMEOUT');
  return new FetchRefused(timedOut ? 'timeout' : 'unreachable', { cause: error });
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException | undefined)?.code ?? '';
}
