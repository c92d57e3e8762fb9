// A promise of the service that did not hold. Only this turns a probe red: a probe that ends in any other error has
// shown nothing about the guard it was sent to test, and is a defect of the trial.

export class BrokenPromise extends Error {
  name = 'BrokenPromise';
}

/** @param {unknown} holds @param {string} broken what has happened instead */
export function promise(holds, broken) {
  if (!holds) throw new BrokenPromise(broken);
}

/** Runs what must be refused. @throws {BrokenPromise} when it went through. @returns the refusal */
export async function refused(work, broken) {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new BrokenPromise(broken);
}
