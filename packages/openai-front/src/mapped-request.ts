import { AppError, type CatalogueModel, type ErrorDetail, validationFailed } from 'offprint';
import type { Alias } from './alias.js';
import { type FieldSchema, fromText, propertiesOf } from './input-schema.js';

/** The parameters of a request, by OpenAI's names. */
export type Parameters = Readonly<Record<string, unknown>>;

/** Maps one parameter. */
export type Rule = (mapped: MappedRequest, value: unknown, param: string) => void;

const TEXTS: ReadonlySet<string> = new Set(['prompt', 'input']);
/** What stands in a header: short, and of ASCII. */
const UNSHOWN = /[^\x21-\x7e]/g;
const MAX_SHOWN = 60;

/**
 * A request to generate, mapped from OpenAI's parameters to the fields of a model. A parameter without a place is a problem, unless
 * OpenAI documents its value as a wish that a model may not know, or the operator drops it: `POST /api/generate` would refuse an
 * unknown field, and these are refused before it. What is made otherwise than asked is noted for the caller.
 */
export class MappedRequest {
  readonly body: Record<string, unknown>;
  private readonly fields: Readonly<Record<string, FieldSchema>>;
  /** The parameter that each field came from. */
  private readonly origins = new Map<string, string>();
  private readonly problems: ErrorDetail[] = [];
  private readonly notes: string[] = [];
  private given: Parameters = {};

  /** @param isForm the values are texts. @param alias of the name that the caller used. */
  constructor(
    readonly model: CatalogueModel,
    private readonly isForm: boolean,
    readonly alias: Alias = {},
  ) {
    this.body = { modelKey: model.modelKey };
    this.fields = propertiesOf(model);
  }

  /** Maps all parameters: by their rules, and others to the field of the model with their name. @throws 400 naming every problem. */
  map(parameters: Parameters, rules: Readonly<Record<string, Rule>>): this {
    this.given = parameters;
    for (const [param, value] of Object.entries(parameters)) {
      if (!this.isGiven(param)) continue;
      if (this.alias.drop?.includes(param)) this.note(param, 'dropped');
      else (Object.hasOwn(rules, param) ? rules[param]! : toOwnField)(this, value, param);
    }
    if (this.problems.length > 0) throw validationFailed(this.problems);
    return this;
  }

  /** OpenAI's parameters are nullable, and forms of front ends send empty texts. An empty prompt is a prompt. */
  isGiven(param: string): boolean {
    const value = Object.hasOwn(this.given, param) ? this.given[param] : undefined;
    return value !== null && value !== undefined && (value !== '' || TEXTS.has(param));
  }

  /** Returns the schema of a field of the model. */
  readonly field = (name: string): FieldSchema | undefined =>
    Object.hasOwn(this.fields, name) ? this.fields[name] : undefined;

  /** Returns the field of the model with the parameter's name: `negative_prompt` and `negativePrompt` are the same. */
  ownField(param: string): string {
    if (this.field(param)) return param;
    return param.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  }

  /** Sets a field of the model, or reports that it has none. */
  set(param: string, field: string, value: unknown): void {
    const schema = this.field(field);
    if (!schema) this.refuse(param, `is not supported by ${this.model.modelKey}`);
    else
      this.setAny(param, field, this.isForm && typeof value === 'string' ? fromText(schema, value) : value);
  }

  /** Sets what is no field of the model, such as `externalUserId`. */
  setAny(param: string, field: string, value: unknown): void {
    // A field may be given by its own name too.
    if (field in this.body) this.refuse(param, `sets ${field}, which is set already`);
    this.body[field] = value;
    this.origins.set(field, param);
  }

  /** Sets a field that the caller left to the model, where the model takes the value. */
  prefer(field: string, value: unknown): void {
    if (!(field in this.body) && this.field(field)?.enum?.includes(value)) this.body[field] = value;
  }

  /** Notes what is made of a parameter that is not made as it was asked. */
  note(param: string, made: string): void {
    this.notes.push(`${param}=${made.replaceAll(UNSHOWN, '?').slice(0, MAX_SHOWN)}`);
  }

  /** The header `Offprint-Mapped`; undefined when everything is made as it was asked. */
  get mappedHeader(): string | undefined {
    return this.notes.length > 0 ? this.notes.join(', ') : undefined;
  }

  /** @param message without its subject. */
  refuse(param: string, message: string): void {
    this.problems.push({ field: param, message });
  }

  /** Runs `work` and converts the fields of its 400 to the parameters that they came from. */
  async naming<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'validation_failed' || !error.details) throw error;
      throw validationFailed(error.details.map((detail) => this.named(detail)));
    }
  }

  private named({ field, message, ...facts }: ErrorDetail): ErrorDetail {
    const origin = this.origins.get(field ?? '');
    if (origin === undefined || origin === field) return { field, message, ...facts };
    return { ...facts, field: origin, message: message?.replace(`${field} `, `${origin} (${field}) `) };
  }
}

const toOwnField: Rule = (mapped, value, param) => mapped.set(param, mapped.ownField(param), value);
