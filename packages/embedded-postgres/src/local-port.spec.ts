import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { findFreePort, isPortFree } from './local-port.js';

describe('local port', () => {
  it('is below the range of outgoing connections', async () => {
    const port = await findFreePort();
    expect(port).toBeGreaterThanOrEqual(20_000);
    expect(port).toBeLessThan(32_768);
  });

  it('is the preferred one when that is free, and another when it is in use or in the outgoing range', async () => {
    const port = await findFreePort();
    expect(await findFreePort(port)).toBe(port);
    const holder = createServer().listen(port, '127.0.0.1');
    await once(holder, 'listening');
    expect((holder.address() as AddressInfo).port).toBe(port);
    expect(await isPortFree(port)).toBe(false);
    expect(await findFreePort(port)).not.toBe(port);
    await new Promise((resolve) => holder.close(resolve));
    expect(await findFreePort(40_000)).not.toBe(40_000);
  });
});
