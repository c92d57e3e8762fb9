/** Runs any workflow exported in API format; a model's `options` map callers' fields to its inputs (docs/engines/comfyui.md). */
import { type CatalogueFiles, catalogueFiles, type EngineSettings } from '../engine-settings.js';
import type { CatalogueModel } from '../model.js';
import {
  type EngineCheck,
  type Outcome,
  type ProviderRef,
  type Resubmission,
  type Work,
} from '../provider.js';
import { RemoteProvider } from '../remote.provider.js';
import { EngineClient } from '../wire/index.js';
import { ApiV2Dialect } from './api-v2.dialect.js';
import type { Dialect } from './dialect.js';
import { DirectDialect } from './direct.dialect.js';
import { problemsOfTemplate } from './template-check.js';
import { outputNodesOf } from './template-options.js';
import { createTemplate, type WorkflowTemplate } from './workflow-template.js';

const DIALECTS: Readonly<Record<string, new (client: EngineClient) => Dialect>> = {
  direct: DirectDialect,
  'api-v2': ApiV2Dialect,
};

export class ComfyuiProvider extends RemoteProvider {
  readonly resubmission: Resubmission;
  private readonly dialect: Dialect;
  private readonly files: CatalogueFiles | null;
  /** The keys are the options that templates were created from, which live as long as the catalogue. */
  private readonly templates = new WeakMap<object, WorkflowTemplate>();

  /** @throws Error when the dialect does not exist. */
  constructor(settings: EngineSettings) {
    super(settings);
    const { name, url, secret, options } = settings;
    const { dialect = 'direct' } = options;
    const Chosen =
      typeof dialect === 'string' && Object.hasOwn(DIALECTS, dialect) ? DIALECTS[dialect] : undefined;
    if (!Chosen) {
      const known = Object.keys(DIALECTS).join(' or ');
      throw new Error(
        `catalogue/${name}.yaml: engine: dialect must be ${known}, not ${JSON.stringify(dialect)}`,
      );
    }
    this.files = catalogueFiles(settings);
    this.dialect = new Chosen(
      new EngineClient(url, secret === null ? {} : { authorization: `Bearer ${secret}` }),
    );
    this.resubmission = this.dialect.resubmission;
  }

  /** @throws Error when the workflow, or the mapping of fields to it, is not usable. */
  offers(model: CatalogueModel): boolean {
    const problems = problemsOfTemplate(this.templateOf(model), model);
    if (problems.length === 0) return true;
    throw new Error(`${this.where(model.modelKey)}: ${problems.join('; ')}`);
  }

  submit(work: Work): Promise<Outcome> {
    return this.dialect.submit(work, this.templateOf(work));
  }

  override poll(work: Work, ref: ProviderRef): Promise<Outcome> {
    return this.dialect.poll(work, ref, outputNodesOf(work.options));
  }

  override find(work: Work): Promise<ProviderRef | null> {
    return this.dialect.find(work);
  }

  override cancel(ref: ProviderRef): Promise<void> {
    return this.dialect.cancel(ref);
  }

  override check(): Promise<EngineCheck> {
    return this.dialect.check();
  }

  private templateOf({ modelKey, options }: Pick<Work, 'modelKey' | 'options'>): WorkflowTemplate {
    const known = this.templates.get(options);
    if (known) return known;
    const template = createTemplate(this.where(modelKey), options, this.files);
    this.templates.set(options, template);
    return template;
  }

  private where(modelKey: string): string {
    return `catalogue: options of ${modelKey} at ${this.name}`;
  }
}
