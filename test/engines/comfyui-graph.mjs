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
