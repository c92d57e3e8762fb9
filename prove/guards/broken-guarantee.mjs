// A violated guarantee of the service. Only this error makes a probe red. Any other error shows nothing about the removed
// guard and is a defect of the trial.

export class BrokenGuarantee extends Error {
  name = 'BrokenGuarantee';
}

/** Requires that a guarantee holds. @param {unknown} holds @param {string} broken what happened instead @throws {BrokenGuarantee} */
export function expectHolds(holds, broken) {
  if (!holds) throw new BrokenGuarantee(broken);
}

/** Runs an operation that must be rejected. @throws {BrokenGuarantee} when it succeeds @returns its error */
export async function expectRejected(work, broken) {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new BrokenGuarantee(broken);
}
