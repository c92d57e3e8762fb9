import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { ReadinessLog } from './readiness-log.js';

it('logs one line per change, however often it is probed', () => {
  const lines: unknown[] = [];
  jest.spyOn(Logger.prototype, 'error').mockImplementation((...line: unknown[]) => void lines.push(line[1]));
  jest.spyOn(Logger.prototype, 'log').mockImplementation((...line: unknown[]) => void lines.push(line[1]));
  const log = new ReadinessLog();
  const states = [
    { database: 'up', storage: 'up' },
    { database: 'up', storage: 'down' },
    { database: 'up', storage: 'down' },
    { database: 'down', storage: 'down' },
    { database: 'down', storage: 'up' },
    { database: 'up', storage: 'up' },
    { database: 'up', storage: 'up' },
  ];
  for (const state of states) log.record(state);
  expect(lines).toEqual([
    'not ready: storage',
    'not ready: database, storage',
    'not ready: database',
    'ready again',
  ]);
  jest.restoreAllMocks();
});
