/** Public messages contain no resolved IP addresses and no text from servers: either would let callers explore our network. */
import { FileTooLarge, MediaError } from '../media-error.js';

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
  /** Safe for any caller. */
  readonly publicMessage: string;
  /** HTTP status of the response, if it was an error. */
  readonly status?: number;
  /** Type of the file at the address, when it is known and not supported. */
  readonly otherType?: string;
  /** True when a later attempt may succeed: the server was slow, unreachable or overloaded. */
  readonly transient: boolean;

  constructor(
    readonly code: FetchRefusal,
    options: { publicMessage?: string; status?: number; otherType?: string; cause?: unknown } = {},
  ) {
    const publicMessage = options.publicMessage ?? MESSAGES[code];
    super(publicMessage, { cause: options.cause });
    this.name = 'FetchRefused';
    this.publicMessage = publicMessage;
    this.status = options.status;
    this.otherType = options.otherType;
    this.transient = code === 'timeout' || code === 'unreachable' || isOverloaded(options.status);
  }
}

function isOverloaded(status: number | undefined): boolean {
  return status !== undefined && (status === 408 || status === 425 || status === 429 || status >= 500);
}

export function tooLargeError(maxBytes: number): FetchRefused {
  const megabytes = Math.floor(maxBytes / 1_000_000);
  const limit = megabytes > 0 ? `${megabytes} MB` : `${maxBytes} bytes`;
  return new FetchRefused('too_large', { publicMessage: `The file at the address is larger than ${limit}.` });
}

const CONNECT_ERROR_CODES = new Set([
  'ECONNREFUSED',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'EADDRNOTAVAIL',
  'EAFNOSUPPORT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Nothing was sent when this is true, so another address of the name may be tried. */
export function isConnectError(error: unknown): boolean {
  return CONNECT_ERROR_CODES.has(codeOf(error));
}

/** These errors are of our own machine, such as a missing directory or too many open files. */
const LOCAL_ERROR_CODES = new Set([
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

/** Returns errors of our own machine unchanged. */
export function toFetchError(error: unknown): unknown {
  if (error instanceof FileTooLarge) return tooLargeError(error.maxBytes);
  if (error instanceof FetchRefused || error instanceof MediaError) return error;
  const code = codeOf(error);
  if (LOCAL_ERROR_CODES.has(code)) return error;
  const timedOut = code === 'ETIMEDOUT' || code.endsWith('_TIMEOUT');
  return new FetchRefused(timedOut ? 'timeout' : 'unreachable', { cause: error });
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException | undefined)?.code ?? '';
}
