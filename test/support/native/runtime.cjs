// Jest's runtime without its module registry: Node loads the modules. The service and its libraries are loaded once per
// worker, and only the test file itself anew; Jest's own runtime compiles and runs all of them in a VM for each file.
const asyncHooks = require('node:async_hooks');
const { register } = require('node:module');
const { fileURLToPath, pathToFileURL } = require('node:url');
const { sourceMapOf } = require('./compile.cjs');

register('./hooks.mjs', pathToFileURL(__filename));

const CIRCUS_HANDLERS = Symbol.for('EVENT_HANDLERS');
let runs = 0;

/** Source maps by the name that a stack trace gives a file. */
class SourceMaps extends Map {
  get(name) {
    if (!name.startsWith('file:')) return undefined;
    try {
      return sourceMapOf(fileURLToPath(name.split('?', 1)[0]));
    } catch {
      // Its file is gone: the trace shows the compiled position.
      return undefined;
    }
  }
}

/**
 * What Jest keeps of the test that runs. Its `AsyncLocalStorage` makes Node note every promise of the worker, once more for
 * each file that has run; the tests of a file run one after the other, so a plain value does.
 */
class CurrentTest {
  run(store, callback) {
    const before = this.store;
    this.store = store;
    const putBack = () => (this.store = before);
    const result = callback();
    if (typeof result?.then === 'function') return result.finally(putBack);
    putBack();
    return result;
  }

  getStore() {
    return this.store;
  }
}

/** Fakes of these would stop Node's own streams and the messages between the worker and Jest. */
const NEVER_FAKED = ['nextTick', 'queueMicrotask'];

function jestObject({ moduleMocker, fakeTimersModern: timers }) {
  const object = {
    fn: moduleMocker.fn.bind(moduleMocker),
    spyOn: moduleMocker.spyOn.bind(moduleMocker),
    restoreAllMocks: () => (moduleMocker.restoreAllMocks(), object),
    clearAllMocks: () => (moduleMocker.clearAllMocks(), object),
    useRealTimers: () => (timers.useRealTimers(), object),
    useFakeTimers: (options = {}) => {
      const doNotFake = [...new Set([...NEVER_FAKED, ...(options.doNotFake ?? [])])];
      timers.useFakeTimers({ ...options, doNotFake });
      return object;
    },
    setSystemTime: (now) => timers.setSystemTime(now),
    advanceTimersByTime: (milliseconds) => timers.advanceTimersByTime(milliseconds),
    advanceTimersByTimeAsync: (milliseconds) => timers.advanceTimersByTimeAsync(milliseconds),
    advanceTimersToNextTimerAsync: () => timers.advanceTimersToNextTimerAsync(),
  };
  return object;
}

class NativeRuntime {
  constructor(config, environment) {
    this.environment = environment;
    this.run = runs += 1;
    globalThis.jestOfThisFile = jestObject(environment);
  }

  /** The framework keeps the tests of one file: each file gets it anew. */
  requireInternalModule(path) {
    delete require.cache[require.resolve(path)];
    delete globalThis[CIRCUS_HANDLERS];
    const { AsyncLocalStorage } = asyncHooks;
    asyncHooks.AsyncLocalStorage = CurrentTest;
    try {
      return require(path);
    } finally {
      asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
    }
  }

  requireModule(path) {
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(path) {
    return import(`${pathToFileURL(path).href}?run=${this.run}`);
  }

  setGlobalsForRuntime() {}
  enterTestCode() {}
  leaveTestCode() {}
  clearAllMocks() {
    this.environment.moduleMocker.clearAllMocks();
  }
  resetAllMocks() {
    this.environment.moduleMocker.resetAllMocks();
  }
  restoreAllMocks() {
    this.environment.moduleMocker.restoreAllMocks();
  }
  getSourceMaps() {
    return new SourceMaps();
  }
  getAllCoverageInfoCopy() {
    return undefined;
  }
  teardown() {}
}

module.exports = NativeRuntime;
