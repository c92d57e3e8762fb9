/**
 * Converts errors of the AWS SDK. Each becomes one sentence for the log that names the remedy. The error of the SDK is
 * not kept: it may hold the signed request.
 */
import { StorageFull, StorageUnavailable } from 'offprint';
import type { ResolvedSettings } from './s3-settings.js';

const MISSING = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload']);
const FULL = new Set([
  'QuotaExceeded',
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
  'InsufficientCapacity',
  'InsufficientStorage',
  'ENOSPC',
  'EDQUOT',
]);
const BAD_CREDENTIALS = new Set([
  'InvalidAccessKeyId',
  'XAdminUserNotFound',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidToken',
  'TokenRefreshRequired',
]);
const NO_CREDENTIALS = new Set(['CredentialsProviderError', 'TokenProviderError', 'ProviderError']);
const WRONG_REGION = new Set([
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
]);

interface Facts {
  code: string;
  /** 0 when no response came. */
  status: number;
}

/**
 * Returns whether an error means that there is no such object. The status is not enough: some stores answer 404 to an
 * unknown key too. A response to HEAD has no body: the SDK calls its 404 `NotFound`.
 */
export function isMissing(error: unknown): boolean {
  return MISSING.has(factsOf(error).code);
}

/** Makes an error of the SDK of what the response to a removal of several objects says of one. */
export function toRemovalError({ Code = 'Error' }: { Code?: string }): Error {
  const $metadata = { httpStatusCode: Code === 'AccessDenied' ? 403 : 200 };
  return Object.assign(new Error('The object was not removed.'), { name: Code, $metadata });
}

/** Converts an error of the SDK; returns errors that are already the port's unchanged. */
export function toStorageError(error: unknown, settings: ResolvedSettings): Error {
  if (error instanceof StorageUnavailable) return error;
  const { code, status } = factsOf(error);
  if (FULL.has(code) || status === 507) return new StorageFull(code);
  return new StorageUnavailable(sentenceOf(error, { code, status }, settings));
}

function sentenceOf(error: unknown, { code, status }: Facts, settings: ResolvedSettings): string {
  const { bucket, prefix } = settings;
  const store = settings.endpoint ?? `Amazon S3${settings.region ? ` in ${settings.region}` : ''}`;
  if (code === 'NoSuchBucket') return `S3: there is no bucket ${bucket} at ${store} (S3_BUCKET).`;
  if (BAD_CREDENTIALS.has(code)) return `S3: ${store} rejects the credentials (${code}).`;
  if (NO_CREDENTIALS.has(code))
    return 'S3: no credentials were found: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or those of the AWS SDK.';
  if (WRONG_REGION.has(code)) return `S3: the bucket ${bucket} is in another region (S3_REGION).`;
  if (error instanceof Error && error.message.includes('Region is missing'))
    return 'S3: the region is not known: set S3_REGION or AWS_REGION.';
  if (status === 403) return `S3: the credentials may not use ${bucket}/${prefix} (${code}).`;
  if (status === 0) return `S3: ${store} cannot be reached (${code}).`;
  return `S3: ${store} failed (${code}, status ${status}).`;
}

/** Errors of HTTP have a name and a status, those of the network a code, sometimes of several addresses. */
function factsOf(thrown: unknown): Facts {
  const error = (thrown ?? {}) as {
    name?: string;
    code?: unknown;
    $metadata?: { httpStatusCode?: number };
  };
  const status = error.$metadata?.httpStatusCode ?? 0;
  const code = status === 0 && typeof error.code === 'string' ? error.code : (error.name ?? 'Error');
  return { code: /^[\w.-]{1,80}$/.test(code) ? code : 'Error', status };
}
