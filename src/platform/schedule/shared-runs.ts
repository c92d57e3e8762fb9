/** Runs work once at a time for each name: a call during a run gets the result of that run. */
export class SharedRuns<T> {
  private readonly running = new Map<string, Promise<T>>();

  run(name: string, work: () => Promise<T>): Promise<T> {
    const running = this.running.get(name) ?? work().finally(() => this.running.delete(name));
    this.running.set(name, running);
    return running;
  }
}
