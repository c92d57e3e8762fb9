/** A completed prediction and its files. */
import type { Download } from './download.js';
import { OffprintError } from './errors.js';
import type { OutputFile, PredictionBody } from './types.js';

/** One file of a completed prediction. */
export class Output implements OutputFile {
  readonly url: string;
  readonly urlExpiresAt: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly width?: number;
  readonly height?: number;
  readonly durationSeconds?: number;
  readonly #download: Download;

  constructor(file: OutputFile, download: Download) {
    this.url = file.url;
    this.urlExpiresAt = file.urlExpiresAt;
    this.contentType = file.contentType;
    this.bytes = file.bytes;
    this.sha256 = file.sha256;
    if (file.width !== undefined) this.width = file.width;
    if (file.height !== undefined) this.height = file.height;
    if (file.durationSeconds !== undefined) this.durationSeconds = file.durationSeconds;
    this.#download = download;
  }

  /**
   * Returns the whole file, checked against its size and SHA-256.
   * @throws {OffprintError} `output_damaged` when what arrives is something else.
   */
  data(): Promise<Uint8Array> {
    return this.#download(this);
  }

  /** Writes the file to `path` (Node, Bun, Deno). The path has the whole file or what it had before. */
  async save(path: string): Promise<void> {
    const data = await this.data();
    const { rename, rm, writeFile } = await import('node:fs/promises');
    const draft = `${path}.${Math.random().toString(36).slice(2)}.part`;
    try {
      await writeFile(draft, data, { flag: 'wx' });
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }
}

/** A completed prediction. Its fields are those of the status body; `outputs` can be read and saved. */
export class Prediction {
  readonly predictionId: string;
  readonly modelKey: string;
  readonly creditCost: number;
  readonly seed: number | undefined;
  readonly outputs: Output[];
  /** The status body as the service sent it. */
  readonly body: PredictionBody;

  constructor(body: PredictionBody, download: Download) {
    this.body = body;
    this.predictionId = body.predictionId;
    this.modelKey = body.modelKey;
    this.creditCost = body.creditCost;
    this.seed = body.seed;
    this.outputs = (body.outputs ?? []).map((file) => new Output(file, download));
  }

  /** The first file; most models make one. @throws {OffprintError} `no_output` when its files were deleted. */
  get output(): Output {
    const [first] = this.outputs;
    if (!first) throw new OffprintError('The files of this prediction were removed.', 'no_output');
    return first;
  }

  get url(): string {
    return this.output.url;
  }

  /** Returns the first file. */
  data(): Promise<Uint8Array> {
    return this.output.data();
  }

  /** Writes the first file to `path`. */
  save(path: string): Promise<void> {
    return this.output.save(path);
  }
}
