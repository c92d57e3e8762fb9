import { describeProcess, readDescription } from './process-description.js';

const startedAt = new Date('2026-11-24T17:00:00Z');
const own = {
  roles: ['api', 'worker'] as ('api' | 'worker')[],
  version: '1.2.3-beta.1',
  startedAt,
  pid: 4_194_303,
};

it('reads back what a process says of itself', () => {
  expect(readDescription(describeProcess({ ...own, host: 'api-1.example.test' }))).toEqual({
    name: 'api-1/4194303',
    roles: ['api', 'worker'],
    version: '1.2.3-beta.1',
    startedAt,
    host: 'api-1',
  });
  for (const roles of [['api'], ['worker']] as const)
    expect(readDescription(describeProcess({ ...own, roles: [...roles], host: 'h' }))?.roles).toEqual(roles);
});

it('keeps the end of a long host name, and fits a session’s name', () => {
  const name = describeProcess({ ...own, host: 'offprint-api-deployment-7d9f8b6c5-x2x4z' });
  expect(name.length).toBeLessThanOrEqual(63);
  expect(readDescription(name)?.host).toMatch(/^~.*-x2x4z$/);
});

it('survives a host name with spaces and other alphabets', () => {
  for (const host of ['my host', 'büro', '', '.'])
    expect(readDescription(describeProcess({ ...own, host }))?.roles).toEqual(['api', 'worker']);
});

it('ignores a name that no process made', () => {
  for (const name of ['offprint-listener', 'offprint-listener x', 'offprint-listener  1 1 1 h', "'; drop"])
    expect(readDescription(name)).toBeNull();
});
