import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { dataUriOf, EngineClient, prepare, recordOf, textOf } from '../wire/index.js';

/** Larger files are uploaded: requests with long data URIs are slow, and the queue is not designed for them. */
const DATA_URI_BYTES = 4_000_000;
const UPLOAD_MS = 300_000;
/** The hosts of uploads receive no secret: the URL itself grants access. */
const UPLOAD_HOSTS = ['*.fal.media', '*.fal.ai', '*.fal.run', 'storage.googleapis.com'];

/** Stores inputs that are too large for the request: https://fal.ai/docs/model-apis/fal-cdn */
export class FalStorage {
  private readonly api: EngineClient;
  private readonly uploads: EngineClient;

  /** @param keepSeconds how long fal stores an upload. */
  constructor(
    address: string,
    authorization: Readonly<Record<string, string>>,
    private readonly keepSeconds: number,
  ) {
    this.api = new EngineClient(address, authorization);
    this.uploads = new EngineClient(address, {}, UPLOAD_HOSTS);
  }

  /** Sends a file as a data URI, or uploads it when it is large. @throws {NotSubmitted} when the upload fails. */
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
      (response) => {
        const { upload_url: uploadUrl, file_url: fileUrl } = recordOf(response.json());
        const upload = textOf(uploadUrl);
        const file = textOf(fileUrl);
        return upload !== undefined && file !== undefined && this.uploads.owns(upload)
          ? { upload, file }
          : undefined;
      },
    );
  }
}
