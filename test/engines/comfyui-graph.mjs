/** Computes the outputs of a workflow in API format without running it. Shared by the fakes of ComfyUI and Comfy API v2. */

/** Node class with files as output → name of its list, and kind of its files. */
const SAVERS = {
  SaveImage: ['images', 'png'],
  PreviewImage: ['images', 'png'],
  SaveVideo: ['images', 'mp4'],
  VHS_VideoCombine: ['gifs', 'mp4'],
  SaveAudioMP3: ['audio', 'mp3'],
  SaveGLB: ['3d', 'glb'],
  Preview3D: ['result', 'glb'],
};

/** Returns whether every entry is a node and every connection leads to a node. */
export function isWorkflow(graph) {
  return (
    typeof graph === 'object' &&
    graph !== null &&
    !Array.isArray(graph.nodes) &&
    Object.values(graph).every(
      (node) =>
        typeof node?.class_type === 'string' &&
        Object.values(node.inputs).every((input) => !isConnection(input) || input[0] in graph),
    )
  );
}

/** Returns the key of the paid call: the prompt, or else the inputs of the node that loads a file. */
export function keyOf(graph) {
  const nodes = Object.values(graph);
  const prompts = nodes.map(({ inputs }) => inputs.text).filter((text) => typeof text === 'string');
  return prompts[0] ?? JSON.stringify(nodes.find(({ class_type: kind }) => /^Load/.test(kind))?.inputs);
}

/** Output nodes without files. */
const OTHER_OUTPUTS = ['PreviewAny', 'SaveText'];

/**
 * Validates a workflow as ComfyUI 0.33.0 does: an output that depends on an invalid node is dropped, and the others run.
 * @returns the errors by node, and the workflow without the dropped outputs; null when no output is left
 */
export function validate(graph) {
  const errors = {};
  for (const [node, { class_type: kind, inputs }] of Object.entries(graph)) {
    const found = Object.entries(inputs).flatMap(([name, value]) => problemOf(name, value));
    if (found.length > 0) errors[node] = { errors: found, dependent_outputs: [], class_type: kind };
  }
  const needed = (node) => [
    node,
    ...Object.values(graph[node].inputs)
      .filter(isConnection)
      .flatMap(([from]) => needed(from)),
  ];
  const outputs = Object.keys(graph).filter((node) => {
    const { class_type: kind } = graph[node];
    return kind in SAVERS || OTHER_OUTPUTS.includes(kind);
  });
  const dropped = outputs.filter((node) => needed(node).some((one) => one in errors));
  for (const node of dropped) for (const one of needed(node)) errors[one]?.dependent_outputs.push(node);
  const left = Object.fromEntries(Object.entries(graph).filter(([node]) => !dropped.includes(node)));
  return { errors, graph: dropped.length < outputs.length ? left : null, hasOutputs: outputs.length > 0 };
}

function problemOf(name, value) {
  const error = (type, message, details) => [
    { type, message, details, extra_info: { input_name: name, input_config: [], received_value: value } },
  ];
  if ((name === 'width' || name === 'height') && value < 1)
    return error('value_smaller_than_min', `Value ${value} smaller than min of 1`, name);
  if ((name === 'width' || name === 'height') && value > 16384)
    return error('value_bigger_than_max', `Value ${value} bigger than max of 16384`, name);
  if (typeof value === 'string' && value.startsWith('not-there.'))
    return error('value_not_in_list', 'Value not in list', `${name}: '${value}' not in []`);
  return [];
}

/** Returns the files, each with its output node. */
export function filesOf(graph) {
  return Object.entries(graph)
    .filter(([, { class_type: kind }]) => kind in SAVERS)
    .map(([node, { class_type: kind, inputs }]) => {
      const [list, ending] = SAVERS[kind];
      const folders = String(inputs.filename_prefix ?? 'ComfyUI').split('/');
      const filename = `${folders.pop()}_00001_.${ending}`;
      const type = /^Preview/.test(kind) && kind !== 'Preview3D' ? 'temp' : 'output';
      return { node, kind: ending, list, filename, subfolder: folders.join('/'), type };
    });
}

/** Returns the outputs as a server shows them: node → list → files; a 3D preview has a path. */
export function outputsOf(graph) {
  const outputs = {};
  for (const { node, list, filename, subfolder, type } of filesOf(graph)) {
    outputs[node] =
      list === 'result'
        ? { result: [`${subfolder}/${filename}`, null] }
        : { [list]: [{ filename, subfolder, type }] };
    if (/\.mp4$/.test(filename)) outputs[node].animated = [true];
  }
  return outputs;
}

function isConnection(input) {
  return (
    Array.isArray(input) && input.length === 2 && typeof input[0] === 'string' && typeof input[1] === 'number'
  );
}
