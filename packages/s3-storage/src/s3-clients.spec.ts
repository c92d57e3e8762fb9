import { HeadBucketCommand } from '@aws-sdk/client-s3';
import { createClients } from './s3-clients.js';
import { resolveSettings } from './s3-settings.js';

it('what the SDK warns of goes to the log, and what it says of each request, failed ones too, nowhere', async () => {
  const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
  const settings = { bucket: 'outputs', endpoint: 'http://127.0.0.1:9', credentials };
  const lines: string[] = [];
  const log = {
    log: () => lines.push('log'),
    warn: (line: string) => lines.push(`warn ${line}`),
    error: (line: string) => lines.push(`error ${line}`),
  };
  const clients = createClients(resolveSettings(settings), log);
  for (const { config } of [clients.writer, clients.reader, clients.signer]) {
    config.logger.info?.('of each request');
    config.logger.warn('a stream', 'of unknown length');
  }
  const request = clients.reader.send(new HeadBucketCommand({ Bucket: 'outputs' }));
  await expect(request).rejects.toThrow('ECONNREFUSED');
  expect(lines).toEqual(Array.from({ length: 3 }, () => 'warn a stream of unknown length'));
  for (const client of Object.values(clients)) client.destroy();
});
