/** A workflow and its inputs are checked once per model, at boot, so the operator sees mistakes before any customer does. */
import type { CatalogueFiles } from '../engine-settings.js';
import { fillTemplate, placeholdersOf, recordOf, type TemplateValues } from '../wire/index.js';
import type { FrameRule, SizeRule } from './output-size.js';
import { requireOptions } from './template-options.js';
import { readWorkflow, type Workflow } from './workflow-file.js';

interface Binding {
  /** The input as the catalogue names it. */
  place: string;
  node: string;
  /** The path below the node's `inputs`. */
  path: string[];
  /** A constant, a text with placeholders or a `$case`. */
  value: unknown;
}

export interface WorkflowTemplate {
  workflow: Workflow;
  bindings: readonly Binding[];
  size?: SizeRule;
  frames?: FrameRule;
  onAmbiguous: 'fail' | 'retry';
}

/**
 * @param where prefix of messages: the model and the engine whose options these are.
 * @param files of the catalogue; null when its directory is not known.
 * @throws Error describing the problem and its place.
 */
export function createTemplate(
  where: string,
  given: unknown,
  files: CatalogueFiles | null,
): WorkflowTemplate {
  const options = requireOptions(where, given);
  const { inputs = {}, outputs = [], size, frames, onAmbiguous = 'fail' } = options;
  const workflow = readWorkflow(where, options.workflow, files);
  const bindings = Object.entries(inputs).map(([place, value]) => bind(where, workflow, place, value));
  for (const node of outputs)
    if (!Object.hasOwn(workflow, node)) throw new Error(`${where}: outputs: there is no node ${node}`);
  return { workflow, bindings, size, frames, onAmbiguous };
}

/** False for an input whose value is the workflow's own. */
export function isFilled({ bindings }: WorkflowTemplate, node: string, input: string): boolean {
  return bindings.some(
    (binding) =>
      binding.node === node &&
      (binding.path[0] === input || binding.path.join('.') === input) &&
      placeholdersOf(binding.value).size > 0,
  );
}

/** Fills a copy. An input whose placeholder has no value keeps the workflow's own value. */
export function fillWorkflow({ workflow, bindings }: WorkflowTemplate, values: TemplateValues): Workflow {
  const filled = structuredClone(workflow);
  for (const { node, path, value } of bindings) {
    const written = fillTemplate(value, values);
    if (written === undefined) continue;
    const holder = path.slice(0, -1).reduce((at, key) => at[key] as Inputs, filled[node]!.inputs);
    holder[path.at(-1)!] = written;
  }
  return filled;
}

type Inputs = Record<string, unknown>;

function bind(where: string, workflow: Workflow, place: string, value: unknown): Binding {
  const at = `${where}: inputs: ${place}`;
  const [, node, name] = /^(.+?)\.inputs\.(.+)$/.exec(place) ?? [];
  if (node === undefined || name === undefined)
    throw new Error(`${at}: a place is <node id>.inputs.<name of the input>`);
  if (!Object.hasOwn(workflow, node)) throw new Error(`${at}: the workflow has no node ${node}`);
  const { class_type: kind, inputs } = workflow[node]!;
  const path = findPath(inputs, name);
  if (path === null) {
    const known = Object.keys(inputs).join(', ');
    throw new Error(`${at}: node ${node} (${kind}) has no input ${name}; it has ${known}`);
  }
  if (isConnection(path.reduce<unknown>((found, key) => recordOf(found)[key], inputs)))
    throw new Error(`${at}: another node is connected there; write to an input of that node`);
  if (typeof value === 'string' && hasStrayBraces(value))
    throw new Error(`${at}: ${JSON.stringify(value)} has braces that are no placeholder`);
  return { place, node, path, value };
}

/** Returns the keys that lead to an input. Names may contain dots (`format.quality`), so the longest name wins. */
function findPath(inputs: Readonly<Inputs>, name: string): string[] | null {
  if (Object.hasOwn(inputs, name)) return [name];
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const rest = findPath(recordOf(inputs[name.slice(0, dot)]), name.slice(dot + 1));
    if (rest) return [name.slice(0, dot), ...rest];
  }
  return null;
}

/** `[node id, number of its output]` */
function isConnection(value: unknown): boolean {
  return (
    Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && typeof value[1] === 'number'
  );
}

/** Detects a mistake such as `{{prompt}`, which would reach the engine as text. */
function hasStrayBraces(text: string): boolean {
  return /\{\{|\}\}/.test(text.replaceAll(/\{\{\s*[A-Za-z_][\w.-]*\s*\}\}/g, ''));
}
