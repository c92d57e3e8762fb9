import { Injectable } from '@nestjs/common';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type ErrorDetail, validationFailed } from '../errors/index.js';
import type { CatalogueModel } from './catalogue-model.js';
import { type CatalogueContents, type Plan } from './catalogue-files.js';
import { isAspectRatio, isMediaUrl } from './input-formats.js';
import { priceOf } from './price.js';

export interface CatalogueFilter {
  modality?: string;
  operation?: string;
}

/** The models on offer. Every input schema is compiled once, at boot; one that does not compile stops it. */
@Injectable()
export class Catalogue {
  private readonly byKey = new Map<string, CatalogueModel>();
  private readonly validators = new Map<string, ValidateFunction>();
  private offered: (model: CatalogueModel) => boolean = () => true;

  constructor(private readonly contents: CatalogueContents) {
    const ajv = new Ajv2020({ allErrors: true, useDefaults: true, strict: true, multipleOfPrecision: 6 });
    ajv.addFormat('aspect-ratio', isAspectRatio);
    ajv.addFormat('media-url', isMediaUrl);
    for (const model of contents.models) {
      this.byKey.set(model.modelKey, model);
      this.validators.set(model.modelKey, compile(ajv, model));
    }
  }

  get plans(): { default: string; all: Plan[] } {
    return { default: this.contents.defaultPlan, all: this.contents.plans };
  }

  /** Every entry of the files, offered or not: what a provider looks through to see what it could run. */
  get entries(): readonly CatalogueModel[] {
    return this.contents.models;
  }

  /** Called once, when it is known which providers are configured. */
  offerOnly(offered: (model: CatalogueModel) => boolean): void {
    this.offered = offered;
  }

  /** @returns undefined for a model that does not exist or that this installation does not offer. */
  find(modelKey: unknown): CatalogueModel | undefined {
    const model = typeof modelKey === 'string' ? this.byKey.get(modelKey) : undefined;
    return model && this.offered(model) ? model : undefined;
  }

  list(filter: CatalogueFilter = {}): CatalogueModel[] {
    return this.contents.models.filter(
      (model) =>
        this.offered(model) &&
        (filter.modality === undefined || model.modality === filter.modality) &&
        (filter.operation === undefined || model.operation === filter.operation),
    );
  }

  /**
   * Checks a caller's fields against the model's schema and fills in its defaults.
   * @returns a new object. @throws 400 naming every bad field.
   */
  readInput(model: CatalogueModel, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const input = structuredClone(fields) as Record<string, unknown>;
    const validate = this.validators.get(model.modelKey)!;
    if (!validate(input)) throw validationFailed((validate.errors ?? []).map(detailOf));
    return input;
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
