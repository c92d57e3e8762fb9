export const STATEMENT_FOLDERS: readonly string[];
export const DECLARES: RegExp;
export const STATEMENTS_FILE: string;
export function statementsText(statements: readonly { name: string; texts: readonly string[] }[]): string;
