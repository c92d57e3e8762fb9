export function schemaText(query: (text: string) => Promise<Record<string, unknown>[]>): Promise<string>;
