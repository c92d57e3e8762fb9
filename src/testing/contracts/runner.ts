/** A test runner: the globals of Jest, and the exports of `node:test`. */
export interface TestRunner {
  describe: (title: string, body: () => void) => unknown;
  it: (title: string, test: () => Promise<void>) => unknown;
  beforeEach: (hook: () => Promise<void>) => unknown;
  afterEach: (hook: () => Promise<void>) => unknown;
}

/** Declares one test for each case. @param title contains `%s` where the name of the case comes. */
export function forEachCase<C>(
  { it }: TestRunner,
  title: string,
  cases: readonly (readonly [name: string, value: C])[],
  test: (value: C) => Promise<void>,
): void {
  for (const [name, value] of cases)
    it(
      title.replace('%s', () => name),
      () => test(value),
    );
}
