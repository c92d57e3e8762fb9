import type { Server } from 'node:http';
import { loadConfig } from '../../config/index.js';
import { FastExpressAdapter } from './express-server.js';

describe('an idle connection', () => {
  it.each([
    [{}, 65_000],
    [{ KEEP_ALIVE_SECONDS: '620' }, 620_000],
  ])('with %j stays open for %d ms', (settings, ms) => {
    const { keepAliveSeconds, maxConnections } = loadConfig(settings).http;
    const adapter = new FastExpressAdapter(maxConnections, false, keepAliveSeconds);
    adapter.initHttpServer();
    expect((adapter.getHttpServer() as Server).keepAliveTimeout).toBe(ms);
  });

  it.each(['4', '3601', '65.5', 'long'])('KEEP_ALIVE_SECONDS=%s is refused at the start', (value) => {
    expect(() => loadConfig({ KEEP_ALIVE_SECONDS: value })).toThrow('KEEP_ALIVE_SECONDS');
  });
});
