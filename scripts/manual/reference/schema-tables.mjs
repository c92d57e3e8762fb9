// Tables of fields from JSON Schema: every field with its type, bounds and meaning, nested ones by their path.

/** Deeper fields are left to `/api/openapi.json`. */
const MAX_DEPTH = 4;
const MAX_ROWS = 200;
const MAX_CHOICES = 24;
/** For generators of clients; readers of a table have the bounds. */
const NUMBER_FORMATS = new Set(['double', 'int64']);

export class SchemaTables {
  #document;

  constructor(document) {
    this.#document = document;
  }

  /** Follows a reference. @returns the schema, and its name when it has one. */
  resolve(schema = {}) {
    let name;
    let found = schema;
    while (found.$ref) {
      name = found.$ref.split('/').at(-1);
      const { $ref, ...beside } = found;
      const target = $ref
        .slice(2)
        .split('/')
        .reduce((place, key) => place?.[key], this.#document);
      if (!target) throw new Error(`openapi.json refers to ${$ref}, which it does not have`);
      found = { ...target, ...beside };
    }
    return { schema: found, name };
  }

  /** Describes a schema: one table, or one for each of its alternatives. */
  describe(given) {
    const { schema } = this.resolve(given);
    const choices = schema.oneOf ?? schema.anyOf;
    if (!choices || choices.every((each) => !this.#isObject(each))) return this.#table(schema);
    const tables = choices.map((each) => {
      const choice = this.resolve(each);
      return `**${this.#titleOf(choice)}**\n\n${this.#table(choice.schema)}`;
    });
    return [`One of ${choices.length}:`, ...tables].join('\n\n');
  }

  /** Rows for parameters. */
  parameters(list) {
    const rows = list.map((parameter) => {
      const { schema } = this.resolve(parameter.schema);
      const description = joined(parameter.description ?? schema.description, this.#bounds(schema));
      return row([
        code(parameter.name),
        parameter.in,
        this.typeOf(schema),
        yes(parameter.required),
        description,
      ]);
    });
    return [row(['Name', 'In', 'Type', 'Required', 'Meaning']), row(Array(5).fill('---')), ...rows].join(
      '\n',
    );
  }

  #titleOf({ schema, name }) {
    const key = schema.properties?.modelKey;
    return escaped(key?.const ?? key?.enum?.[0] ?? schema.title ?? name ?? 'object');
  }

  #isObject(given) {
    const { schema } = this.resolve(given);
    return Boolean(schema.properties ?? schema.oneOf ?? schema.anyOf);
  }

  #table(schema) {
    const rows = [];
    this.#collect(schema, '', 0, rows);
    if (rows.length === 0)
      return `${this.typeOf(schema)}${schema.description ? `: ${escaped(schema.description)}` : ''}`;
    const shown = rows.slice(0, MAX_ROWS);
    return [row(['Field', 'Type', 'Required', 'Meaning']), row(Array(4).fill('---')), ...shown].join('\n');
  }

  #collect(given, prefix, depth, rows) {
    const { schema } = this.resolve(given);
    if (schema.type === 'array' || schema.items) {
      if (depth < MAX_DEPTH) this.#collect(schema.items ?? {}, `${prefix}[]`, depth, rows);
      return;
    }
    for (const part of [...(schema.allOf ?? []), ...(depth > 0 ? (schema.oneOf ?? schema.anyOf ?? []) : [])])
      this.#collect(part, prefix, depth, rows);
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const path = prefix ? `${prefix}.${name}` : name;
      const { schema: field } = this.resolve(property);
      const isRequired = schema.required?.includes(name);
      rows.push(
        row([
          code(path),
          this.typeOf(property),
          yes(isRequired),
          joined(field.description, this.#bounds(field)),
        ]),
      );
      if (depth < MAX_DEPTH) this.#collect(property, path, depth + 1, rows);
    }
  }

  /** @returns the type in words, such as `array of string`. */
  typeOf(given) {
    const { schema } = this.resolve(given);
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices) return [...new Set(choices.map((each) => this.typeOf(each)))].slice(0, 6).join(' or ');
    if (schema.items) return `array of ${this.typeOf(schema.items)}`;
    if (schema.type === undefined) return schema.properties ? 'object' : 'any';
    return [schema.type].flat().join(' or ');
  }

  #bounds(schema) {
    const of = schema.items ? this.resolve(schema.items).schema : schema;
    const range = (low, high, unit) =>
      low !== undefined && high !== undefined
        ? `${low} to ${high}${unit}`
        : low !== undefined
          ? `at least ${low}${unit}`
          : high !== undefined
            ? `at most ${high}${unit}`
            : '';
    const choices = of.enum ?? (of.const === undefined ? undefined : [of.const]);
    return [
      schema.format && !NUMBER_FORMATS.has(schema.format) && `Format ${code(schema.format)}.`,
      choices &&
        `One of ${choices
          .slice(0, MAX_CHOICES)
          .map((each) => code(JSON.stringify(each)))
          .join(', ')}${choices.length > MAX_CHOICES ? ', …' : ''}.`,
      sentence(range(schema.minimum, schema.maximum, '')),
      schema.exclusiveMinimum !== undefined && `More than ${schema.exclusiveMinimum}.`,
      sentence(range(schema.minLength, schema.maxLength, ' characters')),
      sentence(range(schema.minItems, schema.maxItems, ' items')),
      schema.maxProperties !== undefined && `At most ${schema.maxProperties} properties.`,
      schema.pattern && `Pattern ${code(schema.pattern)}.`,
      schema.default !== undefined && `Default ${code(shortened(JSON.stringify(schema.default)))}.`,
      schema.example !== undefined && `Example ${code(shortened(JSON.stringify(schema.example)))}.`,
    ]
      .filter(Boolean)
      .join(' ');
  }
}

const yes = (isRequired) => (isRequired ? 'yes' : '');
const sentence = (text) => text && `${text[0].toUpperCase()}${text.slice(1)}.`;
const shortened = (text) => (text.length > 120 ? `${text.slice(0, 100)}…` : text);
const joined = (description, bounds) =>
  [description && escaped(description), bounds].filter(Boolean).join(' ');
const row = (cells) => `| ${cells.map((cell) => cell.replace(/\n+/g, ' ')).join(' | ')} |`;

/** Code of a table's cell. */
export function code(text) {
  const fence = text.includes('`') ? '``' : '`';
  return `${fence}${text.replaceAll('|', '\\|')}${fence}`;
}

/** A description's own Markdown stays; what would be HTML, a template of Vue or a column does not. */
export function escaped(text) {
  return String(text)
    .split(/(`[^`]*`)/)
    .map((part, at) =>
      at % 2 === 1
        ? part.replaceAll('|', '\\|')
        : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;').replaceAll('|', '\\|'),
    )
    .join('')
    .replace(/\[([^\]]+)\]\(\/[^)]*\)/g, '$1');
}
