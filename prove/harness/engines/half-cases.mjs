// Results of engines for half-engine.mjs: complete results, unusual results, and results that differ from the order. Lists which must
// be delivered and charged, and which must be refunded.
import { readFile } from 'node:fs/promises';
import { flatPng } from '../../../packages/media/test/support/hostile-files.mjs';

const FILES = new URL('../../../test/engines/files/', import.meta.url);
const HTML = Buffer.from('<!doctype html><html><body>Out of capacity</body></html>');
const JSON_ERROR = Buffer.from('{"error":"the worker has restarted"}');
const NOISE = Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 7919) % 251));

/** Creates a WAV whose header has placeholders for lengths, as a streaming writer leaves them. */
function wavWith(wav, length) {
  const bytes = Buffer.from(wav);
  bytes.writeUInt32LE(length, 4);
  bytes.writeUInt32LE(length, bytes.indexOf('data') + 4);
  return bytes;
}

/**
 * @returns {Promise<Map<string, object>>} by name: `modelKey`, `files`, how many of them are `delivered` (0: failed and refunded), and
 * `contents`, bytes that the delivered files contain
 */
export async function halfCases() {
  const [jpg, mp4, webm, glb, mp3, wav] = await Promise.all(
    ['picture.jpg', 'clip.mp4', 'clip.webm', 'model.glb', 'sound.mp3', 'sound.wav'].map((name) =>
      readFile(new URL(name, FILES)),
    ),
  );
  const png = flatPng(64, 48);
  const second = flatPng(32, 32);
  const cut = (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2));
  const one = (bytes, type) => [{ bytes, type }];
  const kept = {
    image: {
      'a PNG': one(png, 'image/png'),
      'a PNG said to be a JPEG': one(png, 'image/jpeg'),
      'a PNG said to be a video': one(png, 'video/mp4'),
      'a PNG said to be a page': one(png, 'text/html; charset=utf-8'),
      'a PNG said to be bytes': one(png, 'application/octet-stream'),
      'a PNG without a type': one(png),
      'a JPEG said to be a PNG': one(jpg, 'image/png'),
      'a JPEG and zeros after it': one(Buffer.concat([jpg, Buffer.alloc(512)]), 'image/jpeg'),
      'two PNGs': [...one(png, 'image/png'), ...one(second, 'image/png')],
    },
    video: {
      'an MP4': one(mp4, 'video/mp4'),
      'an MP4 said to be a picture': one(mp4, 'image/png'),
      'a WebM said to be an MP4': one(webm, 'video/mp4'),
      'an MP4 said to be bytes': one(mp4, 'binary/octet-stream'),
    },
    audio: {
      'an MP3': one(mp3, 'audio/mpeg'),
      'an MP3 said to be a WAV': one(mp3, 'audio/wav'),
      'a WAV of the largest length': one(wavWith(wav, 0xffffffff), 'audio/wav'),
      'a WAV of no length': one(wavWith(wav, 0), 'audio/x-wav'),
      'a WAV said to be a video': one(wav, 'video/mp4'),
    },
    '3d': {
      'a GLB': one(glb, 'model/gltf-binary'),
      'a GLB said to be bytes': one(glb, 'application/octet-stream'),
    },
  };
  const refunded = {
    image: {
      'a video instead of a picture': one(mp4, 'image/png'),
      'a sound instead of a picture': one(wav, 'image/png'),
      'a mesh instead of a picture': one(glb, 'image/png'),
      'a page instead of a picture': one(HTML, 'image/png'),
      'an error instead of a picture': one(JSON_ERROR, 'image/png'),
      'noise instead of a picture': one(NOISE, 'image/png'),
      'an empty picture': one(Buffer.alloc(0), 'image/png'),
      'the first bytes of a picture': one(png.subarray(0, 20), 'image/png'),
      'a picture and a page': [...one(png, 'image/png'), ...one(HTML, 'image/png')],
    },
    hurried: {
      'no picture': [],
      'a picture that is not there': [{ bytes: JSON_ERROR, status: 404 }],
      'a picture and one that is not there': [...one(png, 'image/png'), { bytes: JSON_ERROR, status: 410 }],
      'a picture that breaks off': [{ bytes: cut(png), type: 'image/png', length: png.length }],
    },
    video: {
      'a picture instead of a video': one(png, 'video/mp4'),
      'a sound instead of a video': one(mp3, 'video/mp4'),
      'a page instead of a video': one(HTML, 'video/mp4'),
    },
    audio: {
      'a picture instead of a sound': one(png, 'audio/mpeg'),
      'an error instead of a sound': one(JSON_ERROR, 'audio/mpeg'),
      'an empty sound': one(Buffer.alloc(0), 'audio/wav'),
    },
    '3d': {
      'a picture instead of a mesh': one(png, 'model/gltf-binary'),
      'half of a mesh': one(cut(glb), 'model/gltf-binary'),
    },
  };
  const nodeErrors = {
    12: {
      errors: [
        { type: 'value_smaller_than_min', message: 'Value 0 smaller than min of 16', details: 'width' },
      ],
    },
  };
  const comfy = {
    'ComfyUI: a PNG': { files: one(png), delivered: 1 },
    'ComfyUI: a PNG beside a preview': { files: [...one(png), ...one(second)], previews: [1], delivered: 1 },
    'ComfyUI: a picture beside a video': {
      files: [...one(png), ...one(mp4)],
      endings: ['png', 'mp4'],
      delivered: 1,
    },
    'ComfyUI: a half of its outputs': { files: one(png), nodeErrors, delivered: 0, isCancelled: true },
    'ComfyUI: a video instead of a picture': { files: one(mp4), endings: ['mp4'], delivered: 0 },
    'ComfyUI: a video with the name of a picture': { files: one(mp4), delivered: 0 },
    'ComfyUI: nothing': { files: [], delivered: 0 },
    'ComfyUI: an empty file': { files: one(Buffer.alloc(0)), delivered: 0 },
  };
  const cases = new Map();
  for (const [table, isKept] of [
    [kept, true],
    [refunded, false],
  ])
    for (const [modality, named] of Object.entries(table))
      for (const [name, files] of Object.entries(named))
        cases.set(name, {
          modelKey: `half-${modality}`,
          modality,
          files,
          delivered: isKept ? files.length : 0,
        });
  for (const [name, one] of Object.entries(comfy))
    cases.set(name, { modelKey: 'comfyui-image', modality: 'image', ...one });
  // The bytes of each kind that cleaning does not change.
  const cores = new Map([
    [png, png.subarray(png.indexOf('IDAT'), png.indexOf('IEND') - 4)],
    [second, second.subarray(second.indexOf('IDAT'), second.indexOf('IEND') - 4)],
    [mp3, mp3.subarray(-256)],
  ]);
  for (const one of cases.values())
    one.contents =
      one.delivered > 0 ? one.files.slice(0, one.delivered).map(({ bytes }) => cores.get(bytes)) : [];
  return cases;
}
