import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileName, saveFile } from './saved-files.js';

const bytes = Buffer.alloc(300_000, 'offprint');
const sha256 = createHash('sha256').update(bytes).digest('hex');
let directory: string;
let server: Server;
let file: { url: string; bytes: number; sha256: string };

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'offprint-mcp-'));
  server = createServer((request, response) => {
    expect(request.headers.authorization).toBeUndefined();
    response.end(request.url === '/short' ? bytes.subarray(1) : bytes);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  file = { url, bytes: bytes.length, sha256 };
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(directory, { recursive: true });
});

it('makes names that stay in the directory', () => {
  expect(fileName('pred_1', 0, 'image/png')).toBe('pred_1.png');
  expect(fileName('pred_1', 1, 'video/mp4; codecs=avc1')).toBe('pred_1-2.mp4');
  expect(fileName('../../etc/passwd', 0, 'text/x-sh')).toBe('etcpasswd.bin');
});

it('saves a file as it arrives, and once', async () => {
  const folder = join(directory, 'new');
  const path = await saveFile(folder, 'a.png', file);
  expect((await readFile(path)).equals(bytes)).toBe(true);
  expect(await saveFile(folder, 'a.png', { ...file, url: 'http://127.0.0.1:1' })).toBe(path);
  expect(await readdir(folder)).toEqual(['a.png']);
});

it('saves bytes without another download', async () => {
  const path = await saveFile(directory, 'b.png', { ...file, url: 'http://127.0.0.1:1' }, bytes);
  expect((await readFile(path)).equals(bytes)).toBe(true);
});

it('never replaces another file, and leaves nothing of a damaged one', async () => {
  await writeFile(join(directory, 'c.png'), 'mine');
  await expect(saveFile(directory, 'c.png', file)).rejects.toThrow('another file is named c.png');
  expect(await readFile(join(directory, 'c.png'), 'utf8')).toBe('mine');
  for (const damaged of [
    { ...file, url: `${file.url}/short` },
    { ...file, bytes: 10 },
  ])
    await expect(saveFile(directory, 'd.png', damaged)).rejects.toThrow('what arrived is not the file');
  expect((await readdir(directory)).filter((name) => /d\.png/.test(name))).toEqual([]);
});
