import type { Load } from './calculation.mjs';

export const DOCUMENTED: Load[];
export function needsTable(loads: Load[]): string;
export function costsTable(): string;
export function withTables(document: string): string;
