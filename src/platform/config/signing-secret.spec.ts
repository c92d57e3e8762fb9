import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from './config.js';
import { openSigningSecret, SigningSecret } from './signing-secret.js';

describe('the signing secret', () => {
  let directory: string;
  const open = (secret?: string) =>
    openSigningSecret(loadConfig({ DATA_DIR: directory, JWT_SECRET: secret }));
  const file = () => join(directory, 'secrets', 'jwt-secret');

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'offprint-secret-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('is made once, by one of many at once, and kept for its owner alone', async () => {
    const opened = await Promise.all(Array.from({ length: 20 }, () => open()));
    const keys = opened.map((secret) => secret.derive('access-tokens').toString('hex'));
    expect(new Set(keys).size).toBe(1);
    expect((await open()).derive('access-tokens').toString('hex')).toBe(keys[0]);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect((await stat(join(directory, 'secrets'))).mode & 0o777).toBe(0o700);
    expect(await readdir(join(directory, 'secrets'))).toEqual(['jwt-secret']);
    expect(await readFile(file(), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
  });

  it('is taken from JWT_SECRET when there is one, and then nothing is written', async () => {
    const given = await open('g'.repeat(32));
    expect(given.derive('x')).toEqual(new SigningSecret('g'.repeat(32)).derive('x'));
    expect(await readdir(directory)).toEqual([]);
  });

  it('derives a different key for each purpose', () => {
    const secret = new SigningSecret('g'.repeat(32));
    expect(secret.derive('access-tokens')).toHaveLength(32);
    expect(secret.derive('access-tokens')).toEqual(secret.derive('access-tokens'));
    expect(secret.derive('access-tokens')).not.toEqual(secret.derive('asset-links'));
  });

  it('stops the boot rather than replacing a damaged file', async () => {
    await open();
    await writeFile(file(), 'abc');
    await expect(open()).rejects.toThrow('is damaged');
    expect(await readFile(file(), 'utf8')).toBe('abc');
  });

  it('is closed to others again when a backup left it open', async () => {
    await open();
    await chmod(file(), 0o644);
    await open();
    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });
});
