/** Reads a workflow in ComfyUI's API format (node id → class and inputs) and checks it once, at boot. */
import { resolve } from 'node:path';
import type { CatalogueFiles } from '../engine-settings.js';

interface WorkflowNode {
  class_type: string;
  /** A value, or `[node id, output number]` when another node is connected. */
  inputs: Record<string, unknown>;
  _meta?: unknown;
}

export type Workflow = Record<string, WorkflowNode>;

const HOW_TO_EXPORT =
  'open it in ComfyUI and choose Workflow → Export (API); in older versions switch the dev mode options on first, then Save (API Format)';

/**
 * @param where prefix of messages: the model and the engine whose options these are.
 * @param written a path relative to the catalogue's directory, or the workflow itself.
 * @param files of the catalogue; null when its directory is not known.
 * @throws Error describing the problem and its place.
 */
export function readWorkflow(
  where: string,
  written: string | object,
  files: CatalogueFiles | null,
): Workflow {
  if (typeof written !== 'string') return requireApiFormat(`${where}: the workflow`, written);
  if (files === null) throw new Error(`${where}: the directory of ${written} is not known`);
  return requireApiFormat(`${where}: ${written}`, parse(where, written, read(where, written, files)));
}

function read(where: string, written: string, { directory, read: readText }: CatalogueFiles): string {
  const path = resolve(directory, written);
  try {
    return readText(path);
  } catch (error) {
    throw new Error(`${where}: the workflow ${written}, from ${path}, ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function parse(where: string, written: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${where}: ${written} is not JSON`, { cause: error });
  }
}

/** @throws Error when it is the editor's own format, or not a workflow. */
function requireApiFormat(what: string, json: unknown): Workflow {
  if (!isObject(json)) throw new Error(`${what} is no workflow: it must be an object of nodes`);
  if (Array.isArray(json.nodes))
    throw new Error(`${what} is in the editor's format; export it in API format: ${HOW_TO_EXPORT}`);
  const entries = Object.entries(json);
  if (entries.length === 0) throw new Error(`${what} has no nodes`);
  for (const [id, node] of entries) {
    if (!isObject(node) || typeof node.class_type !== 'string' || !isObject(node.inputs))
      throw new Error(
        `${what}: node ${id} has no class_type and inputs; to export in API format, ${HOW_TO_EXPORT}`,
      );
  }
  return json as Workflow;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
