/** Maps OpenAI's voices to those of a model. Pure. */
import type { CatalogueModel } from 'offprint';
import { type FieldSchema, propertiesOf } from './input-schema.js';
import type { Rule } from './mapped-request.js';

/** The voices that OpenAI documents: programs offer them, whatever a service says of its own. */
export const OPENAI_VOICES: ReadonlySet<string> = new Set([
  ...[
    'alloy',
    'ash',
    'ballad',
    'cedar',
    'coral',
    'echo',
    'fable',
    'marin',
    'nova',
    'onyx',
    'sage',
    'shimmer',
    'verse',
  ],
]);

/**
 * Sets the voice that the alias maps it to, or the one that was asked for, where the model has it. One of OpenAI's that the model
 * does not have is the model's own default. Any other is left to the validation.
 */
export const toVoice: Rule = (mapped, value, param) => {
  // OpenAI's custom voices are objects.
  const asked = typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
  const schema = mapped.field('voice');
  const { voices = {} } = mapped.alias;
  if (typeof asked !== 'string') return mapped.set(param, 'voice', value);
  const isOpenAi = OPENAI_VOICES.has(asked);
  if (!schema) {
    if (isOpenAi) return mapped.note(param, 'dropped');
    return mapped.set(param, 'voice', asked);
  }
  const own = Object.hasOwn(voices, asked) ? voices[asked] : undefined;
  const voice = own ?? (fits(schema, asked) ? asked : (voices['*'] ?? (isOpenAi ? null : asked)));
  if (voice === null) return mapped.note(param, String(schema.default ?? 'dropped'));
  if (voice !== asked) mapped.note(param, voice);
  mapped.set(param, 'voice', voice);
};

/** Returns whether a model has a voice, as far as its schema says. */
export function fitsVoice(model: CatalogueModel, voice: string): boolean {
  const schema = propertiesOf(model).voice;
  return schema !== undefined && fits(schema, voice);
}

/** Lists the voices that a model's schema names. */
export function voicesOf(model: CatalogueModel): string[] {
  const { enum: values = [], default: usual } = propertiesOf(model).voice ?? {};
  const named = values.length > 0 ? values : [usual];
  return named.filter((voice): voice is string => typeof voice === 'string');
}

function fits({ enum: values, pattern }: FieldSchema, voice: string): boolean {
  if (values) return values.includes(voice);
  return pattern === undefined || new RegExp(pattern, 'u').test(voice);
}
