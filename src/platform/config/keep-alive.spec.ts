import { loadConfig } from './index.js';

it.each([
  [{}, 65],
  [{ KEEP_ALIVE_SECONDS: '620' }, 620],
])('with %j an idle connection stays open for %d s', (settings, seconds) => {
  expect(loadConfig(settings).http.keepAliveSeconds).toBe(seconds);
});

it.each(['4', '3601', '65.5', 'long'])('KEEP_ALIVE_SECONDS=%s is refused at the start', (value) => {
  expect(() => loadConfig({ KEEP_ALIVE_SECONDS: value })).toThrow('KEEP_ALIVE_SECONDS');
});
