import { Injectable } from '@nestjs/common';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type ErrorDetail, MAX_PROBLEMS, validationFailed } from '../errors/index.js';
import type { CatalogueModel, EngineDefinition, EngineLimits, Route } from './catalogue-model.js';
import { type CatalogueContents, type Plan } from './catalogue-files.js';
import { isAspectRatio, isMediaUrl } from './input-formats.js';
import { priceOf } from './price.js';

export interface CatalogueFilter {
  modality?: string;
  operation?: string;
}

/** The models on offer. The input schema of each is compiled once, at boot; one that does not compile stops it. */
@Injectable()
export class Catalogue {
  private readonly byKey = new Map<string, CatalogueModel>();
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly ajv = new Ajv2020({
    allErrors: true,
    useDefaults: true,
    strict: true,
    multipleOfPrecision: 6,
    // Compiling is check enough, in strict mode; the schema of schemas would cost more than all of ours together.
    validateSchema: false,
  });
  private offered: CatalogueModel[] = [];

  constructor(private readonly contents: CatalogueContents) {
    this.ajv.addFormat('aspect-ratio', isAspectRatio);
    this.ajv.addFormat('media-url', isMediaUrl);
    this.setOffered(contents.models);
  }

  get plans(): { default: string; all: Plan[] } {
    return { default: this.contents.defaultPlan, all: this.contents.plans };
  }

  /** Every entry of the files, offered or not: what a provider looks through to see what it could run. */
  get entries(): readonly CatalogueModel[] {
    return this.contents.models;
  }

  get engines(): readonly EngineDefinition[] {
    return this.contents.engines;
  }

  limitsOf(provider: string): EngineLimits {
    return this.contents.limits.get(provider) ?? {};
  }

  /** Called once, when it is known which providers are configured: the models that have a route, each with its routes. */
  offer(models: CatalogueModel[]): void {
    this.setOffered(models);
    for (const model of models) this.validatorOf(model);
  }

  /** @returns undefined for a model that does not exist or that this installation does not offer. */
  find(modelKey: unknown): CatalogueModel | undefined {
    return typeof modelKey === 'string' ? this.byKey.get(modelKey) : undefined;
  }

  list(filter: CatalogueFilter = {}): CatalogueModel[] {
    return this.offered.filter(
      (model) =>
        (filter.modality === undefined || model.modality === filter.modality) &&
        (filter.operation === undefined || model.operation === filter.operation),
    );
  }

  /** The engines that a model on offer can run at. */
  get offeredProviders(): ReadonlySet<string> {
    return new Set(this.offered.flatMap(({ routes }) => routes.map(({ provider }) => provider)));
  }

  /** The offered routes that come after one engine's, in order: where a prediction goes when that is not accepting. */
  routesAfter(modelKey: string, provider: string): Route[] {
    const routes = this.byKey.get(modelKey)?.routes ?? [];
    return routes.slice(routes.findIndex((route) => route.provider === provider) + 1 || routes.length);
  }

  /** What the catalogue tells an adapter of a model; empty when the model is not in the files any more. */
  optionsOf(modelKey: string, provider: string): Readonly<Record<string, unknown>> {
    const model = this.contents.models.find((one) => one.modelKey === modelKey);
    return model?.routes.find((route) => route.provider === provider)?.options ?? {};
  }

  /**
   * Checks a caller's fields against the model's schema and fills in its defaults.
   * @returns a new object. @throws 400 naming every bad field.
   */
  readInput(model: CatalogueModel, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const input = structuredClone(fields) as Record<string, unknown>;
    const validate = this.validatorOf(model);
    if (!validate(input))
      throw validationFailed((validate.errors ?? []).slice(0, MAX_PROBLEMS).map(detailOf));
    return input;
  }

  private setOffered(models: CatalogueModel[]): void {
    this.offered = models;
    this.byKey.clear();
    for (const model of models) this.byKey.set(model.modelKey, model);
  }

  private validatorOf(model: CatalogueModel): ValidateFunction {
    const known = this.validators.get(model.modelKey);
    if (known) return known;
    const compiled = compile(this.ajv, model);
    this.validators.set(model.modelKey, compiled);
    return compiled;
  }

  /** Thousandths of a credit for an input that `readInput` gave. */
  priceOf(model: CatalogueModel, input: Readonly<Record<string, unknown>>): bigint {
    return priceOf(model.pricing, input);
  }
}

function compile(ajv: Ajv2020, model: CatalogueModel): ValidateFunction {
  try {
    return ajv.compile(model.inputSchema);
  } catch (error) {
    throw new Error(
      `catalogue/${model.provider}.yaml: the input schema of ${model.modelKey}: ${String(error)}`,
      {
        cause: error,
      },
    );
  }
}

function detailOf(error: ErrorObject): ErrorDetail {
  const path = error.instancePath.slice(1).replaceAll('/', '.');
  const params = error.params as {
    additionalProperty?: string;
    missingProperty?: string;
    allowedValues?: unknown[];
  };
  const inner = params.additionalProperty ?? params.missingProperty;
  const field = [path, inner].filter(Boolean).join('.') || 'body';
  if (params.additionalProperty !== undefined) return { field, message: 'is not a field of this model' };
  if (params.missingProperty !== undefined) return { field, message: 'is required' };
  if (params.allowedValues) return { field, message: `must be one of ${params.allowedValues.join(', ')}` };
  return { field, message: error.message ?? 'is not valid' };
}
