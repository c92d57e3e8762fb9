/** What is sent for encryption and checksums, to a server that only records it, and what is made of its answers to removals. */
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { StorageUnavailable } from 'offprint';
import { S3AssetStorage } from './s3.asset-storage.js';
import type { S3Settings } from './s3-settings.js';

const MB = 1024 * 1024;
let server: Server;
let requests: { method: string; url: string; headers: IncomingHttpHeaders }[];
/** Something else answers in place of the store: every request with 200 and a page. */
let isAnother: boolean;
/** What the store says of each object that it is to remove. */
let removal: string | undefined;

beforeEach(async () => {
  requests = [];
  isAnother = false;
  removal = undefined;
  server = createServer((request, response) => {
    requests.push({ method: request.method!, url: request.url!, headers: request.headers });
    request.resume().on('end', () => {
      if (isAnother) return void response.setHeader('content-type', 'text/html').end('<p>Please sign in</p>');
      response.setHeader('ETag', '"tag"');
      if (removal) answerRemoval(request, response, removal);
      else if (request.url!.includes('uploads'))
        response.end(
          '<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>',
        );
      else if (request.method === 'POST')
        response.end('<CompleteMultipartUploadResult><ETag>"tag"</ETag></CompleteMultipartUploadResult>');
      else response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** One object alone, two below it, each with the same error. */
function answerRemoval({ method }: IncomingMessage, response: ServerResponse, code: string): void {
  const error = `<Code>${code}</Code><Message>of the store</Message>`;
  const each = (element: string, rest: string) =>
    ['a', 'b'].map((key) => `<${element}><Key>x/${key}</Key>${rest}</${element}>`).join('');
  if (method === 'DELETE')
    response.writeHead(code === 'NoSuchKey' ? 404 : 204).end(`<Error>${error}</Error>`);
  else if (method === 'GET')
    response.end(`<ListBucketResult>${each('Contents', '<Size>1</Size>')}</ListBucketResult>`);
  else response.end(`<DeleteResult>${each('Error', error)}</DeleteResult>`);
}

const create = (settings: Partial<S3Settings>) =>
  new S3AssetStorage({
    bucket: 'outputs',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    partMb: 5,
    ...settings,
  });

async function store(size: number, settings: Partial<S3Settings>): Promise<void> {
  const storage = create(settings);
  const source = (async function* () {
    yield Buffer.alloc(size);
  })();
  await storage.put('predictions/pred_1/0.png', source, { maxBytes: size });
  storage.onApplicationShutdown();
}

it.each([
  [{ encryption: 'AES256' } as const, { 'x-amz-server-side-encryption': 'AES256' }],
  [
    { encryption: 'aws:kms', kmsKeyId: 'key-1' } as const,
    {
      'x-amz-server-side-encryption': 'aws:kms',
      'x-amz-server-side-encryption-aws-kms-key-id': 'key-1',
    },
  ],
])('%j is asked for with every object', async (settings, headers) => {
  await store(10, settings);
  await store(6 * MB, settings);
  const created = requests.filter(({ url }) => url.includes('uploads') || !url.includes('uploadId'));
  expect(created.map(({ method }) => method)).toEqual(['PUT', 'POST']);
  for (const request of created) expect(request.headers).toMatchObject(headers);
});

it('asks for no encryption unless set', async () => {
  await store(10, {});
  expect(Object.keys(requests[0]!.headers).filter((name) => name.includes('encryption'))).toEqual([]);
});

it.each([
  ['CRC32', 'x-amz-checksum-crc32'],
  ['SHA256', 'x-amz-checksum-sha256'],
] as const)('sends the checksum %s with every part', async (checksum, header) => {
  await store(6 * MB, { checksum });
  const parts = requests.filter(({ method }) => method === 'PUT');
  expect(parts).toHaveLength(2);
  for (const part of parts) expect(part.headers[header]).toMatch(/=$/);
});

it('sends no checksum to a store that rejects them', async () => {
  await store(10, { checksum: 'none' });
  await store(6 * MB, { checksum: 'none' });
  const names = requests.flatMap(({ headers }) => Object.keys(headers));
  expect(names.filter((name) => /checksum|sdk-checksum|trailer/.test(name))).toEqual([]);
});

it('takes no answer of something else for one of the store', async () => {
  isAnother = true;
  await expect(store(10, {})).rejects.toThrow(/something else answers/);
  await expect(store(6 * MB, {})).rejects.toThrow(StorageUnavailable);
  const storage = create({});
  await expect(storage.check()).rejects.toThrow(StorageUnavailable);
  await expect(storage.open('predictions/1.png')).rejects.toThrow(StorageUnavailable);
  await expect(storage.stat('predictions/1.png')).rejects.toThrow(StorageUnavailable);
  storage.onApplicationShutdown();
});

it('has removed what the store says is not there', async () => {
  removal = 'NoSuchKey';
  const storage = create({});
  await storage.remove('predictions/pred_1');
  expect(requests.map(({ method }) => method)).toEqual(['DELETE', 'GET', 'POST']);
  storage.onApplicationShutdown();
});

it.each([
  ['AccessDenied', /the credentials may not use/],
  ['InternalError', /failed \(InternalError, status 200\)/],
])('an object that was not removed for %s is an error', async (code, sentence) => {
  removal = code;
  const storage = create({});
  await expect(storage.remove('predictions/pred_1')).rejects.toThrow(sentence);
  storage.onApplicationShutdown();
});
