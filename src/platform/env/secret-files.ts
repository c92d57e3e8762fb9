/**
 * `NAME_FILE` names the file that has the value of `NAME`, as Docker and Kubernetes mount secrets. Every secret of the service, of its
 * engines and of its extensions can come so. Messages never show a value.
 */
import { readTextFile, TextFileError } from './text-file.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** The value of a variable, or one sentence about its file. */
export type Secret = { value: string | null; problem?: undefined } | { value: null; problem: string };

export const fileVariable = (name: string) => `${name}_FILE`;

/** Null when both the variable and its file are unset or empty. */
export function readSecret(variables: Variables, name: string): Secret {
  const value = variables[name]?.trim() || null;
  const source = fileVariable(name);
  const file = variables[source]?.trim();
  if (!file) return { value };
  if (value !== null)
    return { value: null, problem: `${name} and ${source} are both set: leave one of them out` };
  try {
    const text = readTextFile(file).trim();
    if (text === '') return { value: null, problem: `${source} names ${file}, which is empty` };
    return { value: text };
  } catch (error) {
    if (!(error instanceof TextFileError)) throw error;
    return { value: null, problem: `${source} names ${file}, which ${error.message}` };
  }
}
