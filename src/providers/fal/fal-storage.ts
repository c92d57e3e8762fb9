import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { dataUriOf, EngineClient, prepare, recordOf, textOf } from '../wire/index.js';

/** Above it a file is uploaded: requests with long data URIs are slow, and their queue is not made for them. */
const DATA_URI_BYTES = 4_000_000;
const UPLOAD_MS = 300_000;
/** Where an upload may be sent, beside the storage API's own host. They get no secret: the address is the permission. */
const UPLOAD_HOSTS = ['*.fal.media', '*.fal.ai', '*.fal.run', 'storage.googleapis.com'];

/** fal's storage, for inputs that are too large to lie in the request: https://fal.ai/docs/model-apis/fal-cdn */
export class FalStorage {
  private readonly api: EngineClient;
  private readonly uploads: EngineClient;

  /** @param keepSeconds how long fal keeps an upload. */
  constructor(
    address: string,
    authorization: Readonly<Record<string, string>>,
    private readonly keepSeconds: number,
  ) {
    this.api = new EngineClient(address, authorization);
    this.uploads = new EngineClient(address, {}, UPLOAD_HOSTS);
  }

  /**
   * A local file as a model's input.
   * @throws {NotSubmitted} when it could not be uploaded.
   */
  async send(
    { path, contentType }: { path: string; contentType: string },
    signal: AbortSignal,
  ): Promise<string> {
    if ((await stat(path)).size <= DATA_URI_BYTES) return dataUriOf({ path, contentType });
    const { upload, file } = await this.initiate(basename(path), contentType, signal);
    return prepare(
      this.uploads,
      {
        method: 'PUT',
        url: upload,
        headers: { 'content-type': contentType },
        body: await readFile(path),
        signal,
        timeoutMs: UPLOAD_MS,
      },
      () => file,
    );
  }

  private initiate(
    name: string,
    contentType: string,
    signal: AbortSignal,
  ): Promise<{ upload: string; file: string }> {
    return prepare(
      this.api,
      {
        method: 'POST',
        url: '/storage/upload/initiate',
        query: { storage_type: 'fal-cdn-v3' },
        headers: {
          'x-fal-object-lifecycle': JSON.stringify({ expiration_duration_seconds: this.keepSeconds }),
        },
        json: { file_name: name, content_type: contentType },
        signal,
      },
      (answer) => {
        const { upload_url: uploadUrl, file_url: fileUrl } = recordOf(answer.json());
        const upload = textOf(uploadUrl);
        const file = textOf(fileUrl);
        return upload !== undefined && file !== undefined && this.uploads.owns(upload)
          ? { upload, file }
          : undefined;
      },
    );
  }
}
