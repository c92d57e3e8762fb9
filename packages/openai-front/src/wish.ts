/** Rules for parameters that OpenAI documents and a model need not know. Pure. */
import type { Rule } from './mapped-request.js';

/**
 * A wish that OpenAI documents and a model need not know: sets the field of its name where the model takes the value, else drops it.
 * @param values as documented; any other is refused.
 */
export const wish =
  (...values: string[]): Rule =>
  (mapped, value, param) => {
    const field = mapped.ownField(param);
    const schema = mapped.field(field);
    const isTaken = schema && (schema.enum?.includes(value) ?? schema.type === 'string');
    if (value === 'auto' && !schema?.enum?.includes('auto')) return;
    if (isTaken || typeof value !== 'string' || !values.includes(value)) mapped.set(param, field, value);
    else mapped.note(param, 'dropped');
  };

/** As a wish, with any text. */
export const textWish: Rule = (mapped, value, param) => {
  const field = mapped.ownField(param);
  if (mapped.field(field) || typeof value !== 'string') mapped.set(param, field, value);
  else mapped.note(param, 'dropped');
};

/** As a wish, with whole numbers. It is left to a model with such a field which of them it takes. */
export const numberWish =
  (least: number, most: number): Rule =>
  (mapped, value, param) => {
    const field = mapped.ownField(param);
    const number = numberOf(value);
    if (mapped.field(field)) mapped.set(param, field, value);
    else if (Number.isInteger(number) && number >= least && number <= most) mapped.note(param, 'dropped');
    else mapped.refuse(param, `must be a whole number from ${least} to ${most}`);
  };

/** Forms write numbers as texts. */
export function numberOf(value: unknown): number {
  const isWritten = typeof value === 'string' && /^\d{1,4}(\.\d{1,3})?$/.test(value);
  return isWritten || typeof value === 'number' ? Number(value) : NaN;
}

/** The same formats by other names. */
const ALSO: Readonly<Record<string, string>> = { jpeg: 'jpg', jpg: 'jpeg' };

/**
 * A format of a file. A model without the field makes one format, which its bytes and `Content-Type` name.
 * @param values as documented; any other is refused.
 */
export function toFormat(...values: string[]): Rule {
  return (mapped, value, param) => {
    const schema = mapped.field('format');
    if (!schema && values.includes(value as string)) return mapped.note(param, 'dropped');
    const also = ALSO[String(value)];
    const isOther = !schema?.enum?.includes(value) && schema?.enum?.includes(also);
    mapped.set(param, 'format', isOther ? also : value);
  };
}
