/** Which texts of a request are reviewed: every one of its input, at any depth. */
import type { CheckedRequest } from 'offprint';

export interface RequestTexts {
  /** All texts but links to files. */
  all: string[];
  /** Those that callers write freely. The others are one of a list, or have a format. */
  free: string[];
}

interface FieldSchema {
  format?: unknown;
  enum?: unknown;
  const?: unknown;
}

/** The service's own fields of files. Their links have random characters, and inline files are replaced by their type. */
const FILES: readonly string[] = ['imageUrl', 'videoUrl'];
const LINK_FORMATS: readonly unknown[] = ['media-url', 'uri', 'url'];

export function textsOf({ model, input }: Pick<CheckedRequest, 'model' | 'input'>): RequestTexts {
  const schemas = (model.inputSchema.properties ?? {}) as Record<string, FieldSchema | undefined>;
  const texts: RequestTexts = { all: [], free: [] };
  for (const [field, value] of Object.entries(input)) {
    const { format, enum: values, const: only } = schemas[field] ?? {};
    if (FILES.includes(field) || LINK_FORMATS.includes(format)) continue;
    const found = stringsIn(value).filter((text) => text.trim() !== '');
    texts.all.push(...found);
    if (format === undefined && values === undefined && only === undefined) texts.free.push(...found);
  }
  return texts;
}

/** Returns the strings of a value in their order. The service has bounded its size and depth. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}
