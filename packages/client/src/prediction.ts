/** A completed prediction and its files. */
import type { Download } from './download.js';
import { OffprintError } from './errors.js';
import { bytesOf, saveTo, streamOf } from './received-file.js';
import type { OutputFile, OutputMark, PredictionBody } from './types.js';

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
  readonly mark?: OutputMark;
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
    if (file.mark !== undefined) this.mark = file.mark;
    this.#download = download;
  }

  /**
   * Returns the whole file, checked against its size and SHA-256.
   * @throws {OffprintError} `output_damaged` when what arrives is something else.
   */
  data(): Promise<Uint8Array> {
    return bytesOf(this.#download, this);
  }

  /**
   * Returns the file piece by piece, for files that do not fit into memory and for runtimes without a disk. Its size is checked,
   * its SHA-256 is not: pass the pieces on and compare `sha256` where it matters.
   */
  stream(): ReadableStream<Uint8Array> {
    return streamOf(this.#download, this);
  }

  /**
   * Writes the file to `path` (Node, Bun, Deno) as it arrives, checked as by `data`. The path has the whole file or what it had
   * before. @throws {OffprintError} `not_supported` in an edge runtime, which has no files.
   */
  save(path: string): Promise<void> {
    return saveTo(this.#download, this, path);
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

  /** Returns the first file piece by piece. */
  stream(): ReadableStream<Uint8Array> {
    return this.output.stream();
  }

  /** Writes the first file to `path`. */
  save(path: string): Promise<void> {
    return this.output.save(path);
  }
}
