// Test environment without a VM: a test file runs in the worker's own global object. What the file changes there, in the
// environment variables or among the listeners of the process, is put back before the next file.
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

// A worker of Jest whose run was killed does not notice: what its test file has started would keep it alive, and it that. The listeners
// of the exit end the programs of the file.
const exit = process.exit.bind(process);
const endProcess = () => exit(1);
process.once('disconnect', endProcess);
// At the end Jest listens to its parent no more. This listener alone would keep the process alive until it is killed.
process.on('removeListener', (name) => {
  if (name === 'message' && process.listenerCount(name) === 0)
    process.removeListener('disconnect', endProcess);
});

/**
 * @returns a function that puts the properties of an object back as they are now. Properties that were added stay: libraries,
 * which are loaded once, keep their registries there.
 */
function keepProperties(object) {
  const before = Object.getOwnPropertyDescriptors(object);
  return () => {
    for (const name of Reflect.ownKeys(before)) {
      if (before[name].configurable) Object.defineProperty(object, name, before[name]);
      else if (before[name].writable) object[name] = before[name].value;
    }
  };
}

function keepEnvironmentVariables() {
  const before = { ...process.env };
  return () => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    for (const [name, value] of Object.entries(before))
      if (process.env[name] !== value) process.env[name] = value;
  };
}

/** The listeners of signals and of the exit that a file's service or programs have left. */
function keepListeners() {
  const before = new Map(process.eventNames().map((name) => [name, process.rawListeners(name)]));
  return () => {
    for (const name of process.eventNames()) {
      const kept = before.get(name) ?? [];
      for (const listener of process.rawListeners(name)) {
        if (!kept.includes(listener)) process.removeListener(name, listener);
      }
    }
  };
}

class NativeEnvironment {
  constructor({ projectConfig }) {
    this.putBack = [keepProperties(globalThis), keepEnvironmentVariables(), keepListeners()];
    const { exit } = process;
    const directory = process.cwd();
    this.putBack.push(() => {
      process.exit = exit;
      if (process.cwd() !== directory) process.chdir(directory);
    });
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Jest asks whether there is one; nothing is run in it. */
  getVmContext() {
    return null;
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    for (const putBack of this.putBack.reverse()) putBack();
  }
}

module.exports = NativeEnvironment;
