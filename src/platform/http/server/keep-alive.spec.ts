import type { Server } from 'node:http';
import { FastExpressAdapter } from './express-server.js';

describe('an idle connection', () => {
  it.each([
    [65, 65_000],
    [620, 620_000],
  ])('of %d s stays open for %d ms', (seconds, ms) => {
    const adapter = new FastExpressAdapter(100, false, seconds);
    adapter.initHttpServer();
    expect((adapter.getHttpServer() as Server).keepAliveTimeout).toBe(ms);
  });
});
