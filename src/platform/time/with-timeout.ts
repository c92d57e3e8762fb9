/**
 * Work that takes longer is left to itself: its result and its error are ignored.
 * @throws the error of the work, or that of `createError`.
 */
export async function withTimeout<T>(
  milliseconds: number,
  work: Promise<T>,
  createError: () => Error = () => new Error(`not done within ${milliseconds} ms`),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(createError()), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
