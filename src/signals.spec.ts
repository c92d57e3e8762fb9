import { stopOnSignals, stopOnSupervisorsSignal } from './signals.js';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGHUP', 'SIGUSR1', 'SIGUSR2'] as const;

/** A signal without a listener would end the process. */
function effects(listen: (call: (name: string) => () => void) => void): Record<string, string> {
  const called: string[] = [];
  const before = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]));
  listen((name) => () => void called.push(name));
  const found = SIGNALS.map((signal) => {
    const added = process.listeners(signal).filter((listener) => !before.get(signal)!.includes(listener));
    expect(added).toHaveLength(1);
    process.removeListener(signal, added[0]!);
    added[0]!(signal);
    return [signal, called.pop() ?? 'nothing'];
  });
  return Object.fromEntries(found) as Record<string, string>;
}

const NO_EFFECT = { SIGUSR1: 'nothing', SIGUSR2: 'nothing' };
const STOPPED = { SIGTERM: 'stop', SIGINT: 'stop', SIGQUIT: 'stop' };

it('a process by itself stops at each signal of a terminal', () =>
  expect(effects((call) => stopOnSignals(call('stop')))).toEqual({
    ...{ ...STOPPED, SIGHUP: 'stop' },
    ...NO_EFFECT,
  }));

it('a supervisor reloads at SIGHUP', () =>
  expect(effects((call) => stopOnSignals(call('stop'), call('reload')))).toEqual({
    ...{ ...STOPPED, SIGHUP: 'reload' },
    ...NO_EFFECT,
  }));

it('a process of a supervisor stops at SIGTERM alone', () =>
  expect(effects((call) => stopOnSupervisorsSignal(call('stop')))).toEqual({
    ...{ SIGTERM: 'stop', SIGINT: 'nothing', SIGQUIT: 'nothing', SIGHUP: 'nothing' },
    ...NO_EFFECT,
  }));
