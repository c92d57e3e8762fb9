import { Injectable } from '@nestjs/common';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { AppError, validationFailed } from '../errors/index.js';
import type { CatalogueContents, Pack } from './catalogue-files.js';
import type { CatalogueModel, EngineDefinition, EngineLimits, Route } from './catalogue-model.js';
import { isAspectRatio, isMediaUrl } from './input-formats.js';
import { explainErrors } from './input-problems.js';
import { withInterfaceFields, withoutIgnoredFields } from './interface-fields.js';
import { findNearKeys } from './near-keys.js';
import type { Plans } from './plans.js';
import { priceOf } from './price.js';

/** Selects models of the catalogue. */
export interface CatalogueFilter {
  modality?: string;
  operation?: string;
}

/** A caller's fields, checked. */
export interface CheckedInput {
  /** With the model's defaults. */
  input: Record<string, unknown>;
  /** Names of the fields that every model accepts and this one has no use for. They are not in `input`. */
  ignored: string[];
}

/** Holds the models on offer. Compiles each input schema once, at boot; an invalid schema stops the boot. */
@Injectable()
export class Catalogue {
  private readonly byKey = new Map<string, CatalogueModel>();
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly ajv = new Ajv2020({
    allErrors: true,
    // Errors name the rule that they explain.
    verbose: true,
    useDefaults: true,
    strict: true,
    multipleOfPrecision: 6,
    // In strict mode compiling checks the schema; validating it against the meta-schema would cost more than all of
    // ours.
    validateSchema: false,
  });
  private offered: CatalogueModel[] = [];

  constructor(private readonly contents: CatalogueContents) {
    this.ajv.addFormat('aspect-ratio', isAspectRatio);
    this.ajv.addFormat('media-url', isMediaUrl);
    this.setOffered(contents.models);
  }

  get plans(): Plans {
    return this.contents.plans;
  }

  /** The packs of credits, in the order of the file. */
  get packs(): readonly Pack[] {
    return this.contents.packs;
  }

  /** All entries of the files, offered or not. */
  get entries(): readonly CatalogueModel[] {
    return this.contents.models;
  }

  get engines(): readonly EngineDefinition[] {
    return this.contents.engines;
  }

  limitsOf(provider: string): EngineLimits {
    return this.contents.limits.get(provider) ?? {};
  }

  /** Sets the models on offer with their routes. Called once, when the configured providers are known. */
  offer(models: CatalogueModel[]): void {
    this.setOffered(models);
    for (const model of models) this.validatorOf(model);
  }

  /** Finds a model on offer. @returns undefined when it does not exist or this installation does not offer it. */
  find(modelKey: unknown): CatalogueModel | undefined {
    return typeof modelKey === 'string' ? this.byKey.get(modelKey) : undefined;
  }

  /** Returns a model on offer. @param status of the error. @throws `model_not_found` that names similar keys. */
  get(modelKey: string, status?: number): CatalogueModel {
    const model = this.find(modelKey);
    if (model) return model;
    const near = findNearKeys(modelKey, [...this.byKey.keys()]);
    const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}? ` : '';
    const message = `This model does not exist or is not enabled. ${hint}GET /api/models lists the models.`;
    const known = near.length > 0 ? `, for example ${near.join(' or ')}` : '';
    const details = [{ field: 'modelKey', message: `modelKey must be one of GET /api/models${known}` }];
    // In a 404 the key is no field of a body.
    throw new AppError('model_not_found', { status, message, ...(status !== 404 && { details }) });
  }

  list(filter: CatalogueFilter = {}): CatalogueModel[] {
    return this.offered.filter(
      (model) =>
        (filter.modality === undefined || model.modality === filter.modality) &&
        (filter.operation === undefined || model.operation === filter.operation),
    );
  }

  /** The engines of all models on offer. */
  get offeredProviders(): ReadonlySet<string> {
    return new Set(this.offered.flatMap(({ routes }) => routes.map(({ provider }) => provider)));
  }

  /**
   * Lists the offered routes after an engine's, in order: where a prediction goes when that engine accepts no work.
   */
  routesAfter(modelKey: string, provider: string): Route[] {
    const routes = this.byKey.get(modelKey)?.routes ?? [];
    return routes.slice(routes.findIndex((route) => route.provider === provider) + 1 || routes.length);
  }

  /** Returns the adapter's options of a model; empty when the model has left the files. */
  optionsOf(modelKey: string, provider: string): Readonly<Record<string, unknown>> {
    const model = this.contents.models.find((one) => one.modelKey === modelKey);
    return model?.routes.find((route) => route.provider === provider)?.options ?? {};
  }

  /**
   * Checks a caller's fields against the model's schema and fills in its defaults.
   * @returns a new object. @throws 400 naming every bad field.
   */
  readInput(model: CatalogueModel, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return this.checkInput(model, fields).input;
  }

  /** Does what `readInput` does, and also returns which fields the model has no use for. */
  checkInput(model: CatalogueModel, fields: Readonly<Record<string, unknown>>): CheckedInput {
    const input = structuredClone(fields) as Record<string, unknown>;
    const validate = this.validatorOf(model);
    if (!validate(input)) throw validationFailed(explainErrors(validate.errors ?? [], model.modelKey));
    return withoutIgnoredFields(model.inputSchema, input);
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

  /** Returns the price in thousandths of a credit, for an input returned by `readInput`. */
  priceOf(model: CatalogueModel, input: Readonly<Record<string, unknown>>): bigint {
    return priceOf(model.pricing, input);
  }
}

function compile(ajv: Ajv2020, model: CatalogueModel): ValidateFunction {
  try {
    return ajv.compile(withInterfaceFields(model.inputSchema));
  } catch (error) {
    throw new Error(
      `catalogue/${model.provider}.yaml: the input schema of ${model.modelKey}: ${String(error)}`,
      {
        cause: error,
      },
    );
  }
}
