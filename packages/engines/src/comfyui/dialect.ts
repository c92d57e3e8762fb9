/** ComfyUI has two APIs: its own server, and the Comfy API v2 in front of one or in the cloud. */
import type { EngineCheck, Outcome, ProviderRef, Resubmission, Work } from '../provider.js';
import type { OutputNodes } from './template-options.js';
import type { WorkflowTemplate } from './workflow-template.js';

/** The methods match those of `Provider`. A poll needs only the names of the output nodes, not the workflow. */
export abstract class Dialect {
  abstract readonly resubmission: Resubmission;
  abstract submit(work: Work, template: WorkflowTemplate): Promise<Outcome>;
  abstract poll(work: Work, ref: ProviderRef, nodes: OutputNodes): Promise<Outcome>;
  abstract find(work: Work): Promise<ProviderRef | null>;
  abstract cancel(ref: ProviderRef): Promise<void>;
  abstract check(): Promise<EngineCheck>;
}
