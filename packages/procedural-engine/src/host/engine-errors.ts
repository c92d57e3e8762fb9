/**
 * How a task can end without files, apart from an `EngineRefusal` (see `engine.ts`) and an abort.
 *
 * Both messages are for the service's own log: they name exit codes, library errors and paths, and must never be
 * shown to a caller of the API.
 */

/** The child process died, could not start or was being shut down. Trying again may well work. */
export class EngineCrash extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'EngineCrash';
  }
}

/** The operation threw. The child is well and goes on to the next task. */
export class EngineFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'EngineFailure';
  }
}
