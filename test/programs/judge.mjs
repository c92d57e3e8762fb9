// Judges what a program has left: its files, and what its account paid.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';

/**
 * @param comes names of files with what each must be: `image/png`, or `image/png 512x512`
 * @throws when a file is missing, or is another
 */
export async function filesOf(directory, comes) {
  for (const [name, expected] of Object.entries(comes)) {
    const path = join(directory, name);
    if (!existsSync(path)) throw new Error(`${name} did not come`);
    const bytes = readFileSync(path);
    const type = (await fileTypeFromBuffer(bytes))?.mime ?? 'unknown';
    const [wantedType, wantedSize] = expected.split(' ');
    let size = '';
    if (type.startsWith('image/')) {
      // Decoded whole: half of a picture has the right size too.
      const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      size = `${info.width}x${info.height}`;
    }
    if (type !== wantedType || (wantedSize && size !== wantedSize))
      throw new Error(`${name} is ${type} ${size}, not ${expected} (${bytes.length} bytes)`);
  }
}

/** @throws unless the account has exactly `makes` completed predictions, has paid their prices, and nothing else is open. */
export async function chargesOf(url, { key, balance: before }, makes) {
  const read = async (path) => {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.json();
  };
  const { items } = await read('/api/generate/history?limit=100');
  const completed = items.filter(({ status }) => status === 'completed');
  const price = completed.reduce((sum, { creditCost }) => sum + creditCost, 0);
  const { balance } = await read('/api/credits/balance');
  const states = items.map(({ status }) => status).join(', ') || 'none';
  if (completed.length !== makes)
    throw new Error(`${makes} predictions should be completed; there are: ${states}`);
  if (items.some(({ status }) => status === 'processing')) throw new Error(`A prediction goes on: ${states}`);
  // Balances are sums of thousandths; their difference is not.
  if (Math.abs(before - balance - price) > 1e-6)
    throw new Error(`${before - balance} credits are gone, the predictions cost ${price}`);
}
