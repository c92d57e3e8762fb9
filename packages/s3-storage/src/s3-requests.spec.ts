/** What is sent for encryption and checksums, to a server that only records it. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { S3AssetStorage } from './s3.asset-storage.js';
import type { S3Settings } from './s3-settings.js';

const MB = 1024 * 1024;
let server: Server;
let requests: { method: string; url: string; headers: IncomingHttpHeaders }[];

beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    requests.push({ method: request.method!, url: request.url!, headers: request.headers });
    request.resume().on('end', () => {
      response.setHeader('ETag', '"tag"');
      if (request.url!.includes('uploads'))
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

async function store(size: number, settings: Partial<S3Settings>): Promise<void> {
  const storage = new S3AssetStorage({
    bucket: 'outputs',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    partMb: 5,
    ...settings,
  });
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
