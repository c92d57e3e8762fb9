import { ConfigError } from 'offprint';
import { readSettings } from './s3-settings.js';

const read = (variables: Record<string, string>) => readSettings((name) => variables[name] ?? null);
const problemsOf = (variables: Record<string, string>) => {
  try {
    read({ S3_BUCKET: 'outputs', ...variables });
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).problems;
  }
};

it('needs only a bucket, and takes region and credentials from the AWS SDK', () => {
  expect(read({ S3_BUCKET: 'outputs' })).toMatchObject({
    bucket: 'outputs',
    region: undefined,
    credentials: undefined,
    pathStyle: false,
    prefix: 'offprint/',
    downloads: 'redirect',
    checksum: 'CRC32',
    partMb: 8,
    timeoutSeconds: 30,
  });
});

it('addresses a compatible store by path, in a region that is never asked for', () => {
  const settings = read({ S3_BUCKET: 'outputs', S3_ENDPOINT: 'http://127.0.0.1:9000' });
  expect(settings).toMatchObject({ pathStyle: true, region: 'us-east-1' });
  const virtual = { S3_BUCKET: 'b-1', S3_ENDPOINT: 'https://store.example', S3_PATH_STYLE: 'false' };
  expect(read(virtual).pathStyle).toBe(false);
});

it.each([
  ['/', ''],
  ['a', 'a/'],
  ['/a/b/', 'a/b/'],
])('reads the prefix %j as %j', (written, prefix) => {
  expect(read({ S3_BUCKET: 'outputs', S3_PREFIX: written }).prefix).toBe(prefix);
});

it.each([
  [{ S3_BUCKET: '' }, 'S3_BUCKET must be set to the name of a bucket'],
  [{ S3_BUCKET: 'Not/A bucket' }, 'S3_BUCKET is not the name of a bucket'],
  [{ S3_ENDPOINT: 'store' }, 'S3_ENDPOINT must be an http or https URL without path and credentials'],
  [
    { S3_ENDPOINT: 'https://a:b@store' },
    'S3_ENDPOINT must be an http or https URL without path and credentials',
  ],
  [{ S3_PREFIX: '../x' }, /^S3_PREFIX may have letters/],
  [{ S3_ENCRYPTION: 'rot13' }, 'S3_ENCRYPTION must be one of AES256, aws:kms'],
  [{ S3_KMS_KEY_ID: 'k' }, 'S3_KMS_KEY_ID needs S3_ENCRYPTION=aws:kms'],
  [{ S3_DOWNLOADS: 'maybe' }, 'S3_DOWNLOADS must be one of redirect, stream'],
  [{ S3_CHECKSUM: 'MD5' }, 'S3_CHECKSUM must be one of CRC32, SHA256, none'],
  [{ S3_PART_MB: '1' }, 'S3_PART_MB must be a whole number from 5 to 512'],
  [{ S3_TIMEOUT_SECONDS: 'soon' }, 'S3_TIMEOUT_SECONDS must be a number from 1 to 600'],
  [{ S3_PATH_STYLE: 'yes' }, 'S3_PATH_STYLE must be true or false'],
  [{ S3_ACCESS_KEY_ID: 'id' }, 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together'],
])('stops the start with one sentence for %j', (variables, problem) => {
  const problems = problemsOf(variables);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(problem);
});

it('names every wrong setting, and shows no value', () => {
  const variables = { S3_PART_MB: '1', S3_SECRET_ACCESS_KEY: 'secret-of-the-test', S3_PATH_STYLE: 'yes' };
  const problems = problemsOf({ ...variables, S3_DOWNLOADS: 'secret-of-the-test' });
  expect(problems).toHaveLength(4);
  expect(problems.join()).not.toContain('secret-of-the-test');
});
