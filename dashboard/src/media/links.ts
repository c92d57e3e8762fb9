/** Addresses of outputs, as the page may load them. */

const OUR_FILES = '/api/assets/';

/**
 * Links to outputs carry the address under which programs reach the service; the page may have been opened under
 * another one of it (localhost, an address of the network), and its policy allows only that. The files are the same.
 */
export function onThisAddress(link: string): string {
  const { pathname, search } = new URL(link, window.location.origin);
  return pathname.startsWith(OUR_FILES) ? `${pathname}${search}` : link;
}

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'audio/mpeg': 'mp3',
  'model/gltf-binary': 'glb',
};

/** `offprint-0199f0c2.png`: what a result is called on the disk of whoever saves it. */
export function fileName(predictionId: string, contentType: string, index: number): string {
  const extension = EXTENSIONS[contentType] ?? contentType.split('/')[1] ?? 'bin';
  const part = index === 0 ? '' : `-${index + 1}`;
  return `offprint-${predictionId.replace(/^pred_/, '').slice(-12)}${part}.${extension}`;
}
