/** The two ways to speak to ComfyUI: its own server, and the Comfy API v2 in front of one or in the cloud. */
import type { EngineCheck, Outcome, ProviderRef, Resubmission, Work } from '../provider.js';
import type { OutputNodes } from './template-options.js';
import type { WorkflowTemplate } from './workflow-template.js';

/** As the methods of the same names of `Provider`; a poll needs nothing of the workflow but which nodes give the result. */
export abstract class Dialect {
  abstract readonly resubmission: Resubmission;
  abstract submit(work: Work, template: WorkflowTemplate): Promise<Outcome>;
  abstract poll(work: Work, ref: ProviderRef, nodes: OutputNodes): Promise<Outcome>;
  abstract find(work: Work): Promise<ProviderRef | null>;
  abstract cancel(ref: ProviderRef): Promise<void>;
  abstract check(): Promise<EngineCheck>;
}
