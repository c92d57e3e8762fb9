import { atMinimumRate } from './minimum-rate.js';

const RULES = { bytesPerSecond: 1_000_000, maxPauseMs: 200 };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function* chunks(count: number, bytes: number, pauseMs: number): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < count; index += 1) {
    await pause(pauseMs);
    yield new Uint8Array(bytes);
  }
}

async function receive(body: AsyncIterable<Uint8Array>, workMs = 0): Promise<number> {
  let bytes = 0;
  for await (const chunk of atMinimumRate(body, RULES)) {
    bytes += chunk.byteLength;
    await pause(workMs);
  }
  return bytes;
}

describe('a body at a minimum rate', () => {
  it('passes, however long it takes', async () => {
    expect(await receive(chunks(20, 200_000, 20))).toBe(4_000_000);
  });

  it('that stalls ends with 408', async () => {
    await expect(receive(chunks(1, 10, 60_000))).rejects.toMatchObject({ code: 'request_timeout' });
  });

  it('that trickles ends with 408', async () => {
    await expect(receive(chunks(1_000, 1, 20))).rejects.toMatchObject({ code: 'request_timeout' });
  });

  it('is not charged for the time in which its bytes are stored', async () => {
    expect(await receive(chunks(3, 10, 0), 150)).toBe(30);
  });
});
