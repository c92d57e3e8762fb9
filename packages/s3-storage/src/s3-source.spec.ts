import { Readable } from 'node:stream';
import { AssetTooLarge } from 'offprint';
import { UploadSource } from './s3-source.js';

async function* pieces(count: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < count; at += 1) yield Promise.resolve(Buffer.alloc(1000, at));
}

it('a reader that stops, as the SDK does when a part fails, is no failure of the source', async () => {
  const source = new UploadSource(pieces(10), 1_000_000);
  const reader = Readable.from(source.read(), { objectMode: false }).iterator();
  await reader.next();
  await reader.return!();
  // The stream is destroyed after the loop: the error arrives in the source meanwhile.
  await new Promise((resolve) => setImmediate(resolve));
  expect(() => source.throwIfFailed()).not.toThrow();
});

it('a source that fails or is too large is one', async () => {
  const failing = new UploadSource(
    // oxlint-disable-next-line require-yield -- it fails before its first piece
    (async function* () {
      await Promise.resolve();
      throw new Error('the disk is gone');
    })(),
    1_000_000,
  );
  await expect(failing.read().next()).rejects.toThrow('the disk is gone');
  expect(() => failing.throwIfFailed()).toThrow('the disk is gone');
  const large = new UploadSource(pieces(3), 1500);
  await expect(Readable.from(large.read()).toArray()).rejects.toThrow(AssetTooLarge);
  expect(() => large.throwIfFailed()).toThrow(AssetTooLarge);
});
