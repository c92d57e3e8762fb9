// A violated guarantee of the service. Only this error makes a probe red: any other error shows nothing about the removed
// guard, and is a defect of the trial.

export class BrokenPromise extends Error {
  name = 'BrokenPromise';
}

/** @param {unknown} holds @param {string} broken what happened instead @throws {BrokenPromise} unless it holds */
export function promise(holds, broken) {
  if (!holds) throw new BrokenPromise(broken);
}

/** Runs an operation that must be rejected. @throws {BrokenPromise} when it succeeds @returns its error */
export async function refused(work, broken) {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new BrokenPromise(broken);
}
