import { AppError, type CatalogueModel, type ErrorDetail, validationFailed } from 'offprint';
import { type FieldSchema, fromText, propertiesOf } from './input-schema.js';

/** The parameters of a request, by OpenAI's names. */
export type Parameters = Readonly<Record<string, unknown>>;

/** Maps one parameter. */
export type Rule = (mapped: MappedRequest, value: unknown, param: string) => void;

/**
 * A request to generate, mapped from OpenAI's parameters to the fields of a model. A parameter without a place is a problem,
 * never dropped: `POST /api/generate` would refuse an unknown field, and these are refused before it.
 */
export class MappedRequest {
  readonly body: Record<string, unknown>;
  private readonly fields: Readonly<Record<string, FieldSchema>>;
  /** The parameter that each field came from. */
  private readonly origins = new Map<string, string>();
  private readonly problems: ErrorDetail[] = [];

  /** @param isForm the values are texts. */
  constructor(
    readonly model: CatalogueModel,
    private readonly isForm: boolean,
  ) {
    this.body = { modelKey: model.modelKey };
    this.fields = propertiesOf(model);
  }

  /** Maps all parameters: by their rules, and others to the field of the model with their name. @throws 400 naming every problem. */
  map(parameters: Parameters, rules: Readonly<Record<string, Rule>>): this {
    for (const [param, value] of Object.entries(parameters)) {
      // OpenAI's parameters are nullable.
      if (value === null || value === undefined) continue;
      (Object.hasOwn(rules, param) ? rules[param]! : toOwnField)(this, value, param);
    }
    if (this.problems.length > 0) throw validationFailed(this.problems);
    return this;
  }

  /** Returns the schema of a field of the model. */
  field(name: string): FieldSchema | undefined {
    return Object.hasOwn(this.fields, name) ? this.fields[name] : undefined;
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

/** Sets the field of the model that has the parameter's name: `negative_prompt` and `negativePrompt` are the same. */
function toOwnField(mapped: MappedRequest, value: unknown, param: string): void {
  const camelCase = param.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  mapped.set(param, mapped.field(param) ? param : camelCase, value);
}
