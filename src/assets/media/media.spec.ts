import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileTooLarge, MediaError } from '@offprint/media';
import {
  AssetTooLarge,
  BrokenAsset,
  findDiskFault,
  StorageFull,
  StorageUnavailable,
  toAssetError,
} from '../storage/asset-errors.js';
import { decodeDataUrl, OutsideNetwork } from './media.js';
import { SafeFetcher } from './safe-fetcher.js';

const systemError = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall });
const ofDisk = (code: string, syscall: string) =>
  new MediaError('disk', 'The file cannot be written.', { cause: systemError(code, syscall) });

describe('an error of the package', () => {
  it('becomes the one of a broken or too large file, with its message', () => {
    const cause = new Error('no row');
    const broken = toAssetError(new MediaError('broken', 'The file is cut short.', { cause }));
    expect(broken).toBeInstanceOf(BrokenAsset);
    expect(broken).toMatchObject({ publicMessage: 'The file is cut short.', cause });
    expect(toAssetError(new FileTooLarge(5))).toEqual(new AssetTooLarge(5));
  });

  it.each([
    ['ENOSPC', 'write', StorageFull],
    ['EDQUOT', 'open', StorageFull],
    ['EACCES', 'open', StorageUnavailable],
  ])('becomes the one of the storage: %s of %s', (code, syscall, kind) => {
    expect(toAssetError(ofDisk(code, syscall))).toBeInstanceOf(kind);
    expect(findDiskFault(new BrokenAsset('no', ofDisk(code, syscall)))).toBeInstanceOf(kind);
  });

  it('of the disk that is none of the storage is the error of the system', () => {
    expect(toAssetError(ofDisk('ENOENT', 'open'))).toMatchObject({ code: 'ENOENT', syscall: 'open' });
    const other = new Error('another');
    expect(toAssetError(other)).toBe(other);
  });

  it('is converted where the package is called', async () => {
    const options = { directory: tmpdir(), maxBytes: 10, accept: ['image'] as const, kinds: 'PNG' };
    await expect(decodeDataUrl('data:image/png;base64,', options)).rejects.toBeInstanceOf(BrokenAsset);
    const large = `data:image/png;base64,${'A'.repeat(40)}`;
    await expect(decodeDataUrl(large, options)).rejects.toBeInstanceOf(AssetTooLarge);
  });
});

describe('the fetcher of the service', () => {
  it('names itself, and throws errors of the disk as those of the storage', async () => {
    const requests: IncomingMessage[] = [];
    const server = createServer((request, response) => {
      requests.push(request);
      response.end(Buffer.from('GIF89a'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const fetched = new SafeFetcher(new OutsideNetwork()).fetchToFile(`http://${host}/picture`, {
        directory: join(tmpdir(), 'a directory that does not exist'),
        maxBytes: 10,
        timeoutSeconds: 10,
        allow: [host],
        accept: ['image'],
        schemes: ['http'],
      });
      await expect(fetched).rejects.toMatchObject({ code: 'ENOENT', syscall: 'open' });
      expect(requests.map(({ headers }) => headers['user-agent'])).toEqual(['offprint']);
    } finally {
      server.close();
    }
  });
});
