import { autoCount, hasOneListener, planProcesses, type Role } from './plan.js';

const names = (count: number, ...roles: Role[]) =>
  planProcesses(count, new Set(roles)).map(({ name, listens }) => (listens ? name : `(${name})`));

it('runs API processes on the port and workers beside them, a quarter, at least one', () => {
  expect(names(2, 'api', 'worker')).toEqual(['api-1', '(worker-1)']);
  expect(names(3, 'api', 'worker')).toEqual(['api-1', 'api-2', '(worker-1)']);
  expect(names(8, 'api', 'worker').filter((name) => name.startsWith('('))).toHaveLength(2);
  expect(names(16, 'api', 'worker').filter((name) => name.startsWith('('))).toHaveLength(4);
});

it('runs only the role of the settings, every process on the port', () => {
  expect(names(2, 'api')).toEqual(['api-1', 'api-2']);
  expect(names(2, 'worker')).toEqual(['worker-1', 'worker-2']);
});

it('with one API process its successor must serve before it ends', () => {
  const plans = (count: number, ...roles: Role[]) => planProcesses(count, new Set(roles));
  expect(hasOneListener(plans(2, 'api', 'worker'))).toBe(true);
  expect(hasOneListener(plans(3, 'api', 'worker'))).toBe(false);
  expect(hasOneListener(plans(2, 'worker'))).toBe(false);
});

it('uses every core, or two thirds beside its own PostgreSQL; on two cores that is one process', () => {
  expect([1, 2, 4, 8, 16].map((cores) => autoCount(cores, false))).toEqual([1, 2, 4, 8, 16]);
  expect([1, 2, 4, 8, 16].map((cores) => autoCount(cores, true))).toEqual([1, 1, 2, 5, 10]);
});
