/** A test runner: the globals of Jest, and the exports of `node:test`. */
export interface TestRunner {
  describe: (title: string, body: () => void) => unknown;
  it: (title: string, test: () => Promise<void>) => unknown;
  beforeEach: (hook: () => Promise<void>) => unknown;
  afterEach: (hook: () => Promise<void>) => unknown;
}

/** Declares one test for each case. @param title contains `%s` where the name of the case comes. */
export function forEachCase<C>(
  { it }: Pick<TestRunner, 'it'>,
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

/** Returns a function that creates a rig, runs a test with it, and closes it. */
export const rigs =
  <Rig extends { close?: () => Promise<void> }>(create: () => Promise<Rig>) =>
  async (use: (rig: Rig) => Promise<void> | void): Promise<void> => {
    const rig = await create();
    try {
      await use(rig);
    } finally {
      await rig.close?.();
    }
  };
