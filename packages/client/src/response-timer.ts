/** Aborts a request that got no response in time, or whose caller has aborted it. */
export class ResponseTimer {
  private readonly controller = new AbortController();
  private readonly abort = () => this.controller.abort(this.caller?.reason);
  private timer: ReturnType<typeof setTimeout>;

  constructor(
    private readonly seconds: number,
    private readonly caller?: AbortSignal,
  ) {
    caller?.addEventListener('abort', this.abort, { once: true });
    this.timer = this.begin();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Counts the time from now. */
  restart(): void {
    clearTimeout(this.timer);
    this.timer = this.begin();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.caller?.removeEventListener('abort', this.abort);
    // A piece that a connection takes after its response starts no timer.
    this.restart = () => undefined;
  }

  private begin(): ReturnType<typeof setTimeout> {
    const { seconds } = this;
    return setTimeout(
      () => this.controller.abort(new Error(`no response within ${seconds} s`)),
      seconds * 1_000,
    );
  }
}
