/** Path of libfaketime; undefined where it is not installed. */
export const FAKETIME: string | undefined;
/** Returns the environment of a server whose clock follows a file. */
export function fakedTime(file: string): Record<string, string>;
/** Sets the offset. @param seconds fractions are allowed. */
export function writeOffset(file: string, seconds: number): Promise<void>;
