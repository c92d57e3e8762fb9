import { StorageFull, StorageUnavailable } from 'offprint';
import { isMissing, toStorageError } from './s3-errors.js';
import { resolveSettings } from './s3-settings.js';

const settings = resolveSettings({
  bucket: 'outputs',
  endpoint: 'https://store.example',
  credentials: { accessKeyId: 'AKIATEST', secretAccessKey: 'secret-of-the-test' },
});
const errorOf = (name: string, status: number) =>
  Object.assign(new Error('a message with AKIATEST'), { name, $metadata: { httpStatusCode: status } });
const messageOf = (error: unknown) => toStorageError(error, settings).message;

it.each([
  [errorOf('NoSuchBucket', 404), 'S3: there is no bucket outputs at https://store.example (S3_BUCKET).'],
  [
    errorOf('InvalidAccessKeyId', 403),
    'S3: https://store.example rejects the credentials (InvalidAccessKeyId).',
  ],
  [errorOf('AccessDenied', 403), 'S3: the credentials may not use outputs/offprint/ (AccessDenied).'],
  [errorOf('PermanentRedirect', 301), 'S3: the bucket outputs is in another region (S3_REGION).'],
  [errorOf('SlowDown', 503), 'S3: https://store.example failed (SlowDown, status 503).'],
  [
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    'S3: https://store.example cannot be reached (ECONNREFUSED).',
  ],
  [
    Object.assign(new Error('none'), { name: 'CredentialsProviderError' }),
    'S3: no credentials were found: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or those of the AWS SDK.',
  ],
  ['no error', 'S3: https://store.example cannot be reached (Error).'],
])('is temporary, in one sentence without secrets (%s)', (error, sentence) => {
  const converted = toStorageError(error, settings);
  expect(converted).toBeInstanceOf(StorageUnavailable);
  expect(converted.message).toBe(sentence);
  expect(converted.cause).toBeUndefined();
  expect(String(converted.stack)).not.toMatch(/AKIATEST|secret-of/);
});

it.each([errorOf('QuotaExceeded', 403), errorOf('XMinioStorageFull', 507), errorOf('Any', 507)])(
  'is full (%s)',
  (error) => {
    expect(toStorageError(error, settings)).toBeInstanceOf(StorageFull);
  },
);

it('tells a missing object from a missing bucket', () => {
  expect(isMissing(errorOf('NoSuchKey', 404))).toBe(true);
  expect(isMissing(errorOf('NotFound', 404))).toBe(true);
  expect(isMissing(errorOf('NoSuchBucket', 404))).toBe(false);
  expect(isMissing(errorOf('AccessDenied', 403))).toBe(false);
});

it('keeps an error of the port', () => {
  const error = new StorageFull('ENOSPC');
  expect(toStorageError(error, settings)).toBe(error);
  expect(messageOf(error)).toBe('The asset storage cannot be written (ENOSPC).');
});
