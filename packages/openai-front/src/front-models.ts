import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Catalogue, type CatalogueModel, ConfigError } from 'offprint';
import { FRONT_SETTINGS, type ResolvedSettings } from './front-settings.js';
import { propertiesOf, requiredOf } from './input-schema.js';
import { OpenAiError, parameterError } from './openai-error.js';

/** What a route does with a model. */
export type Use = 'images' | 'edits' | 'speech' | 'videos';

/** Decided by the model's own fields: none is named here. */
const SERVES: Record<Use, (model: CatalogueModel) => boolean> = {
  images: (model) => model.modality === 'image' && !requiredOf(model).some((field) => MEDIA.has(field)),
  edits: (model) => model.modality === 'image' && 'imageUrl' in propertiesOf(model),
  speech: (model) => model.operation === 'speech',
  videos: (model) => model.modality === 'video' && !requiredOf(model).includes('videoUrl'),
};
const MEDIA: ReadonlySet<string> = new Set(['imageUrl', 'videoUrl']);
const DOES: Record<Use, string> = {
  images: 'make images from a prompt',
  edits: 'edit an image',
  speech: 'speak a text',
  videos: 'make videos from a prompt or an image',
};

/** The models by their names: the keys of the catalogue, and the aliases of the settings. */
@Injectable()
export class FrontModels implements OnApplicationBootstrap {
  constructor(
    private readonly catalogue: Catalogue,
    @Inject(FRONT_SETTINGS) private readonly settings: ResolvedSettings,
  ) {}

  /** @throws {ConfigError} for an alias of no model, or with the name of one. */
  onApplicationBootstrap(): void {
    const keys = new Set([...this.catalogue.entries, ...this.catalogue.servedModels].map(keyOf));
    const problems = Object.entries(this.settings.aliases).flatMap(([alias, key]) => [
      ...(keys.has(key)
        ? []
        : [`OPENAI_FRONT_ALIASES: ${alias} is an alias of ${key}, which is no model of the catalogue`]),
      ...(keys.has(alias) ? [`OPENAI_FRONT_ALIASES: ${alias} is the key of a model`] : []),
    ]);
    if (problems.length > 0) throw new ConfigError(problems);
  }

  /** Lists the names of the models on offer that a route serves. */
  list(): string[] {
    const offered = this.catalogue
      .list()
      .filter((model) => Object.values(SERVES).some((serves) => serves(model)));
    const keys = new Set(offered.map(keyOf));
    const aliases = Object.entries(this.settings.aliases).filter(([, key]) => keys.has(key));
    return [...keys, ...aliases.map(([alias]) => alias)];
  }

  /**
   * Returns the model of a request, also one that was switched off: a repeated request still gets its response.
   * @param fallback the name that OpenAI's documentation gives as the default, if the operator has made it an alias.
   * @throws 400 without a name, or for a model that does something else; 404 for an unknown one.
   */
  get(name: unknown, use: Use, fallback?: string): CatalogueModel {
    const isDefault = name === undefined && fallback !== undefined && fallback in this.settings.aliases;
    const asked = isDefault ? fallback : name;
    if (typeof asked !== 'string')
      throw parameterError(
        'model',
        'model is required: GET /v1/models lists the models.',
        'missing_required_parameter',
      );
    const { aliases } = this.settings;
    const model = this.catalogue.findServed(Object.hasOwn(aliases, asked) ? aliases[asked] : asked);
    if (!model) throw unknownModelError(asked);
    if (!SERVES[use](model)) throw parameterError('model', `The model '${asked}' does not ${DOES[use]}.`);
    return model;
  }
}

/** Creates the 404 for a name of no model. */
export function unknownModelError(name: string): OpenAiError {
  const message = `The model '${name.slice(0, 100).toWellFormed()}' does not exist or is not enabled here. GET /v1/models lists the models.`;
  return new OpenAiError({ code: 'model_not_found', param: 'model' }, 'model_not_found', { message });
}

const keyOf = ({ modelKey }: CatalogueModel): string => modelKey;
