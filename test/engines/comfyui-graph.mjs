/** What a workflow in API format makes, without running it: shared by the fakes of ComfyUI and of the Comfy API v2. */

/** Classes of nodes that give files → what they call their list, and what they write. */
const SAVERS = {
  SaveImage: ['images', 'png'],
  PreviewImage: ['images', 'png'],
  SaveVideo: ['images', 'mp4'],
  VHS_VideoCombine: ['gifs', 'mp4'],
  SaveAudioMP3: ['audio', 'mp3'],
  SaveGLB: ['3d', 'glb'],
  Preview3D: ['result', 'glb'],
};

/** @returns whether every node is one, and every connection leads to one. */
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

/** What it would be paid for: the prompt, or else the inputs of the node that loads a file. */
export function keyOf(graph) {
  const nodes = Object.values(graph);
  const prompts = nodes.map(({ inputs }) => inputs.text).filter((text) => typeof text === 'string');
  return prompts[0] ?? JSON.stringify(nodes.find(({ class_type: kind }) => /^Load/.test(kind))?.inputs);
}

/** The files, each with the node that gives it. */
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

/** As a server shows them: node → list → files; a 3D preview gives a path. */
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
