/** Without a format, generators take 32 bits: too few for credits in Go, and for seeds, bytes and sums of money in Rust and Java. */
type Fields = Record<string, unknown>;

const LARGEST_INT32 = 2 ** 31 - 1;
/** What contains values instead of schemas. */
const VALUES: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'examples']);

/** Schemas that have a format keep it. */
export function withNumberFormats<T>(part: T): T {
  if (Array.isArray(part)) return part.map(withNumberFormats) as T;
  if (typeof part !== 'object' || part === null) return part;
  const fields = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      key === 'properties' ? withFormatsOfEach(value) : VALUES.has(key) ? value : withNumberFormats(value),
    ]),
  );
  const format = formatOf(fields);
  return (format && !('format' in fields) ? { ...fields, format } : fields) as T;
}

/** The names of properties are not keywords. */
function withFormatsOfEach(properties: unknown): unknown {
  return Object.fromEntries(
    Object.entries(properties as Fields).map(([name, schema]) => [name, withNumberFormats(schema)]),
  );
}

function formatOf({ type, maximum, enum: values }: Fields): 'double' | 'int64' | undefined {
  const types: unknown[] = Array.isArray(type) ? type : [type];
  if (types.includes('number')) return 'double';
  if (!types.includes('integer')) return undefined;
  const largest = maximum ?? (Array.isArray(values) ? Math.max(...(values as number[])) : Infinity);
  return (largest as number) > LARGEST_INT32 ? 'int64' : undefined;
}
