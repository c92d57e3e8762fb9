import { FilesInFlight } from './files-in-flight.js';

async function* bytes(...lengths: number[]): AsyncGenerator<Uint8Array> {
  for (const length of lengths) yield await Promise.resolve(new Uint8Array(length));
}

const announced = (declaredBytes: number, ...lengths: number[]) => ({
  file: bytes(...lengths),
  declaredBytes,
});

async function drain(file: AsyncIterable<Uint8Array>): Promise<number> {
  let total = 0;
  for await (const chunk of file) total += chunk.byteLength;
  return total;
}

function hold(files: FilesInFlight, accountId: string, length: number) {
  let end!: () => void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const received = files.count(accountId, announced(length, length), async (file) => {
    const total = await drain(file);
    await ended;
    return total;
  });
  return { received, end };
}

const USED = { code: 'upload_space_used' };

describe('files in flight', () => {
  it('an account may send so many at once; a file that ends makes room', async () => {
    const files = new FilesInFlight({ files: 2, bytes: 1_000 });
    const [first, second] = [hold(files, 'a', 1), hold(files, 'a', 1)];
    await expect(files.count('a', announced(0, 1), drain)).rejects.toMatchObject(USED);
    await expect(files.count('b', announced(0, 1), drain)).resolves.toBe(1);
    first.end();
    await first.received;
    await expect(files.count('a', announced(0, 1), drain)).resolves.toBe(1);
    second.end();
    await second.received;
  });

  it('the byte that exceeds the limit ends its file, and frees what it took', async () => {
    const files = new FilesInFlight({ bytes: 100 });
    const held = hold(files, 'a', 60);
    await expect(files.count('a', announced(0, 30, 30), drain)).rejects.toMatchObject(USED);
    await expect(files.count('a', announced(0, 40), drain)).resolves.toBe(40);
    held.end();
    await held.received;
    await expect(files.count('a', announced(0, 50, 50), drain)).resolves.toBe(100);
  });

  it('announced bytes count before they arrive, once', async () => {
    const files = new FilesInFlight({ bytes: 100 });
    const held = hold(files, 'a', 10);
    await expect(files.count('a', announced(95, 95), drain)).rejects.toMatchObject(USED);
    await expect(files.count('a', announced(90, 40, 50), drain)).resolves.toBe(90);
    held.end();
    await held.received;
  });

  it('of files that together exceed the limit, those that fit arrive', async () => {
    const files = new FilesInFlight({ bytes: 100 });
    const all = Array.from({ length: 20 }, () => files.count('a', announced(0, 5, 5, 5, 5), drain));
    const arrived = (await Promise.allSettled(all)).filter(({ status }) => status === 'fulfilled');
    expect(arrived.length).toBeGreaterThanOrEqual(5);
  });

  it('a file that fails makes room too', async () => {
    const files = new FilesInFlight({ files: 1, bytes: 100 });
    const failing = files.count('a', announced(0, 1), () => Promise.reject(new Error('disk')));
    await expect(failing).rejects.toThrow('disk');
    await expect(files.count('a', announced(0, 100), drain)).resolves.toBe(100);
  });
});
