import type { Modality } from '../model.js';
import { recordOf } from '../wire/index.js';
import type { OutputNodes } from './template-options.js';

export interface MadeFile {
  node: string;
  name: string;
  /** Empty when the engine does not report it. */
  contentType: string;
}

/** `/view` requests a file of a ComfyUI server so. */
export interface ServerFile extends MadeFile {
  subfolder: string;
  /** Saved (`output`) or only a preview (`temp`). */
  type: 'output' | 'temp';
}

/** The operator sees it when no file qualifies. */
export const NOTHING_SAVED =
  'it ended without a file of a kind that can be handed out: does the workflow save one?';

const EXTENSIONS: Record<Modality, RegExp> = {
  image: /\.(png|jpe?g|webp|avif|gif)$/i,
  video: /\.(mp4|webm|mkv|mov|m4v)$/i,
  audio: /\.(mp3|wav|flac|ogg|opus|m4a|aac)$/i,
  '3d': /\.(glb|gltf|obj|fbx|stl|usdz|ply)$/i,
};
const TYPES: Record<Modality, RegExp> = {
  image: /^image\//i,
  video: /^video\//i,
  audio: /^audio\//i,
  '3d': /^model\//i,
};

/**
 * Returns all files of the named nodes, in that order. Without names it returns all files of the modality, or all media when there is none:
 * a workflow may also produce previews and masks.
 */
export function chooseFiles<T extends MadeFile>(
  made: readonly T[],
  modality: Modality,
  nodes: OutputNodes,
): T[] {
  if (nodes) return nodes.flatMap((node) => made.filter((file) => file.node === node && isMedia(file)));
  const fitting = made.filter((file) => isOf(file, modality));
  return fitting.length > 0 ? fitting : made.filter(isMedia);
}

/** Returns the previews when nothing was saved. */
export function preferSaved(made: readonly ServerFile[]): readonly ServerFile[] {
  const saved = made.filter(({ type }) => type === 'output');
  return saved.length > 0 ? saved : made;
}

/**
 * Lists the files in the `outputs` of a job: node → kind (`images`, `gifs`, `audio`, `3d`, or the name of a custom node) → list of
 * `{filename, subfolder, type}`, or of paths from a node that shows a 3D model. Skips everything else.
 */
export function serverFiles(outputs: unknown): ServerFile[] {
  return Object.entries(recordOf(outputs)).flatMap(([node, kinds]) =>
    Object.values(recordOf(kinds))
      .flatMap((items): unknown[] => (Array.isArray(items) ? items : []))
      .flatMap((item) => serverFile(node, item)),
  );
}

function serverFile(node: string, item: unknown): ServerFile[] {
  if (typeof item === 'string') return EXTENSIONS['3d'].test(item) ? [savedAt(node, item)] : [];
  const file = recordOf(item);
  const { filename } = file;
  // Custom nodes write null, or nothing, for the directory itself.
  const subfolder = file.subfolder ?? '';
  const type = file.type ?? 'output';
  if (typeof filename !== 'string' || typeof subfolder !== 'string') return [];
  return type === 'output' || type === 'temp'
    ? [{ node, name: filename, subfolder, type, contentType: '' }]
    : [];
}

/** The path is below the server's output directory. */
function savedAt(node: string, path: string): ServerFile {
  const parts = path.split(/[\\/]/);
  const name = parts.pop()!;
  return { node, name, subfolder: parts.join('/'), type: 'output', contentType: '' };
}

function isOf({ name, contentType }: MadeFile, modality: Modality): boolean {
  return TYPES[modality].test(contentType) || EXTENSIONS[modality].test(name);
}

function isMedia(file: MadeFile): boolean {
  return (Object.keys(TYPES) as Modality[]).some((modality) => isOf(file, modality));
}
