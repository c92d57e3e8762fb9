export function dropDatabase(run: (statement: string) => Promise<unknown>, name: string): Promise<void>;
