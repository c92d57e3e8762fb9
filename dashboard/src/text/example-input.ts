/** Completes the input of a model with example values, so that a call copied from the page runs as it stands. Pure. */
import { EXAMPLE_PICTURE, EXAMPLE_VIDEO } from './example-media';

type Input = Record<string, unknown>;

interface Rule {
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  examples?: unknown[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minItems?: number;
  items?: Rule;
  properties?: Record<string, Rule>;
  required?: string[];
}

interface ModelInput {
  operation: string;
  /** JSON Schema of GET /api/models. */
  inputSchema: object;
}

/** The same as in the examples of the API reference (src/operations/openapi/model-inputs.ts). */
const TEXTS: Record<string, string> = {
  speech: 'Good evening. This is the lighthouse.',
  music: 'calm piano in the rain',
  'sound-effect': 'rain on a tin roof',
  'text-to-3d': 'a red rocket',
};
const DEFAULT_TEXT = 'a lighthouse at dusk';
const MEDIA = {
  image: {
    inline: EXAMPLE_PICTURE,
    // For engines that fetch the file themselves: their models accept only https links.
    link: 'https://upload.wikimedia.org/wikipedia/commons/4/47/PNG_transparency_demonstration_1.png',
  },
  video: { inline: EXAMPLE_VIDEO, link: 'https://media.w3.org/2010/05/sintel/trailer.mp4' },
};

/** Returns the input with an example value in each required field that it lacks. @param input valid values only. */
export function completeInput({ inputSchema, operation }: ModelInput, input: Input): Input {
  const { properties = {}, required = [] } = inputSchema as Rule;
  const missing = required.filter((name) => input[name] === undefined && properties[name] !== undefined);
  const examples = missing.map((name) => [name, exampleValue(name, properties[name]!, operation)]);
  return { ...(Object.fromEntries(examples) as Input), ...input };
}

/** Returns the input without files that were sent inside the body, of which the service keeps only the type and size. */
export function withoutInlineMedia(input: Input): Input {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => !String(value).startsWith('data:')));
}

function exampleValue(name: string, rule: Rule, operation: string): unknown {
  const [known]: unknown[] = [rule.const, rule.default, rule.examples?.[0], rule.enum?.[0]].filter(
    (value) => value !== undefined && value !== null,
  );
  if (known !== undefined) return known;
  if (rule.format === 'media-url') return exampleMedia(name, rule);
  if (rule.format === 'aspect-ratio') return '16:9';
  const type = [rule.type].flat().find((each) => each !== 'null');
  switch (type) {
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return exampleNumber(type, rule);
    case 'array': {
      const { items = {}, minItems = 1 } = rule;
      return Array.from({ length: Math.max(1, minItems) }, () => exampleValue(name, items, operation));
    }
    case 'object':
      return completeInput({ inputSchema: rule, operation }, {});
    case 'string':
    case undefined:
    default:
      return exampleText(rule, TEXTS[operation] ?? DEFAULT_TEXT);
  }
}

function exampleMedia(name: string, { pattern }: Rule): string {
  const kind = /video/i.test(name) ? 'video' : 'image';
  const { inline, link } = MEDIA[kind];
  return pattern === undefined || new RegExp(pattern, 'u').test(inline) ? inline : link;
}

/** Returns the smallest allowed number; without a lower bound 1, or the upper bound when it is lower. */
function exampleNumber(type: 'integer' | 'number', rule: Rule): number {
  const step = rule.multipleOf ?? 1;
  const { minimum, exclusiveMinimum, maximum = Infinity } = rule;
  if (minimum !== undefined && rule.multipleOf === undefined && type === 'number') return minimum;
  if (minimum !== undefined) return Math.ceil(minimum / step) * step;
  if (exclusiveMinimum !== undefined) return (Math.floor(exclusiveMinimum / step) + 1) * step;
  return Math.min(step, maximum);
}

function exampleText({ minLength = 1, maxLength = Infinity }: Rule, text: string): string {
  return text.padEnd(minLength, '.').slice(0, maxLength);
}
