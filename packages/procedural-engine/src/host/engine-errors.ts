/**
 * Errors of a task besides `EngineRefusal` (see `engine.ts`) and an abort.
 *
 * Their messages are for the log of the service: they contain exit codes, library errors and paths, which callers of the
 * API must not see.
 */

/** The child process died, could not start or was being shut down. A retry may succeed. */
export class EngineCrash extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'EngineCrash';
  }
}

/** The operation threw. The child continues with the next task. */
export class EngineFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'EngineFailure';
  }
}
