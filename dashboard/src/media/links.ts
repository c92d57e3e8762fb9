/** URLs and file names of outputs. */

const ASSETS_PATH = '/api/assets/';

/**
 * Makes a link to one of our files relative to the page's origin. Links start with `PUBLIC_URL`, but the page may have been
 * opened under another address of the service, and its content policy allows only that origin.
 */
export function toCurrentOrigin(link: string): string {
  const { pathname, search } = new URL(link, window.location.origin);
  return pathname.startsWith(ASSETS_PATH) ? `${pathname}${search}` : link;
}

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'audio/mpeg': 'mp3',
  'model/gltf-binary': 'glb',
};

/** Returns the file name of a download, such as `offprint-0199f0c2.png`. */
export function fileName(predictionId: string, contentType: string, index: number): string {
  const extension = EXTENSIONS[contentType] ?? contentType.split('/')[1] ?? 'bin';
  const part = index === 0 ? '' : `-${index + 1}`;
  return `offprint-${predictionId.replace(/^pred_/, '').slice(-12)}${part}.${extension}`;
}
