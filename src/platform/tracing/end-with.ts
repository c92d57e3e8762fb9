import type { Span } from './tracing.js';

export function endWith<T>(span: Span | null, work: Promise<T>): Promise<T> {
  if (span === null) return work;
  return work.then(
    (result) => {
      span.end(null);
      return result;
    },
    (error: unknown) => {
      span.end(nameOfError(error));
      throw error;
    },
  );
}

const NAME = /^[\w.-]{1,64}$/;

/** Leaves out the text of an error, which can hold a secret. */
export function nameOfError(error: unknown): string {
  const { code, name } = error instanceof Error ? (error as { code?: unknown; name: string }) : {};
  // The reason of an aborted step is a word.
  const known = [code, name, error].find((one) => typeof one === 'string' && NAME.test(one));
  return (known as string | undefined) ?? 'error';
}
