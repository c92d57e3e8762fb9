import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Catalogue, type CatalogueModel, ConfigError } from 'offprint';
import type { Alias } from './alias.js';
import { problemsWith } from './alias-models.js';
import { FRONT_SETTINGS, type ResolvedSettings } from './front-settings.js';
import { OpenAiError, parameterError } from './openai-error.js';
import { DOES, serves, type Use, USES } from './use.js';

/** The model of a request, and what its name says of the parameters. */
export interface NamedModel {
  /** As the caller wrote it, or the default of the route. */
  name: string;
  model: CatalogueModel;
  alias: Alias;
}

/** What an alias stands for in one use. */
export interface AliasedUse {
  name: string;
  use: Use;
  alias: Alias;
  modelKey: string;
  isOffered: boolean;
  /** Whether it is also the model of requests that name none. */
  isDefault: boolean;
}

/** A name on offer. */
export interface OfferedModel {
  name: string;
  /** The keys of its models by use. */
  models: Partial<Record<Use, string>>;
  alias: Alias;
}

const NO_ALIAS: Alias = {};

/** The names that OpenAI documents as defaults: models of requests that name none, where the operator has made them aliases. */
const DEFAULT_NAMES: Readonly<Partial<Record<Use, string>>> = {
  images: 'dall-e-2',
  edits: 'dall-e-2',
  videos: 'sora-2',
};

/** The models by their names: the keys of the catalogue, and the aliases of the settings. */
@Injectable()
export class FrontModels implements OnApplicationBootstrap {
  constructor(
    private readonly catalogue: Catalogue,
    @Inject(FRONT_SETTINGS) private readonly settings: ResolvedSettings,
  ) {}

  /** The settings of a host's code are checked here; those of the environment are, with all others, before the start. @throws {ConfigError} */
  onApplicationBootstrap(): void {
    const problems = problemsWith(this.settings.aliases, this.known());
    if (problems.length > 0)
      throw new ConfigError(problems.map((problem) => `OPENAI_FRONT_ALIASES ${problem}`));
  }

  /** Lists the names of the models on offer that a route serves. */
  list(): OfferedModel[] {
    const offered = new Map(this.catalogue.list().map((model) => [model.modelKey, model]));
    const named = [
      ...[...offered.keys()].map((key) => [key, { model: key }] as const),
      ...Object.entries(this.settings.aliases),
    ];
    return named
      .map(([name, alias]) => ({ name, alias, models: usesOf(alias, (key) => offered.get(key)) }))
      .filter(({ models }) => Object.keys(models).length > 0);
  }

  /** Lists the models on offer for one use, by the names that callers use. */
  listFor(use: Use): { name: string; model: CatalogueModel }[] {
    return this.list().flatMap(({ name, models }) => {
      const model = this.catalogue.findServed(models[use]);
      return model ? [{ name, model }] : [];
    });
  }

  /** Lists what the aliases stand for, use by use, also of models that are not on offer at the moment. */
  listAliases(): AliasedUse[] {
    const known = this.known();
    const offered = new Set(this.catalogue.list().map(({ modelKey }) => modelKey));
    return Object.entries(this.settings.aliases).flatMap(([name, alias]) =>
      Object.entries(usesOf(alias, (key) => known.get(key))).map(([use, modelKey]) => ({
        name,
        use: use as Use,
        alias,
        modelKey,
        isOffered: offered.has(modelKey),
        isDefault: DEFAULT_NAMES[use as Use] === name,
      })),
    );
  }

  /** All models of the files and of the engines, by their keys. */
  private known(): Map<string, CatalogueModel> {
    const models = [...this.catalogue.entries, ...this.catalogue.servedModels];
    return new Map(models.map((model) => [model.modelKey, model]));
  }

  /**
   * Returns the model of a request, also one that was switched off: a repeated request still gets its response.
   * @throws 400 without a name, or for a model that does something else; 404 for an unknown one.
   */
  get(given: unknown, use: Use): NamedModel {
    const { aliases } = this.settings;
    const fallback = DEFAULT_NAMES[use];
    const isAbsent = given === undefined || given === null || given === '';
    const name = isAbsent && fallback !== undefined && Object.hasOwn(aliases, fallback) ? fallback : given;
    if (typeof name !== 'string' || name === '')
      throw parameterError(
        'model',
        'model is required: GET /v1/models lists the models.',
        'missing_required_parameter',
      );
    const alias = Object.hasOwn(aliases, name) ? aliases[name]! : NO_ALIAS;
    const key = alias === NO_ALIAS ? name : (alias[use] ?? alias.model);
    const model = this.catalogue.findServed(key);
    if (!model && key !== undefined) throw unknownModelError(name);
    if (!model || !serves(model, use))
      throw parameterError('model', `The model '${name}' does not ${DOES[use]}.`);
    return { name, model, alias };
  }
}

function usesOf(alias: Alias, find: (key: string) => CatalogueModel | undefined): OfferedModel['models'] {
  const models: OfferedModel['models'] = {};
  for (const use of USES) {
    const model = find(alias[use] ?? alias.model ?? '');
    if (model && serves(model, use)) models[use] = model.modelKey;
  }
  return models;
}

/** Creates the 404 for a name of no model. */
export function unknownModelError(name: string): OpenAiError {
  const message = `The model '${name.slice(0, 100).toWellFormed()}' does not exist or is not enabled here. GET /v1/models lists the models.`;
  return new OpenAiError({ code: 'model_not_found', param: 'model' }, 'model_not_found', { message });
}
