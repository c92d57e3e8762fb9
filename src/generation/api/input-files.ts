/**
 * Keeps the files of ours that a request links to, and rejects inputs whose result would be too large, as far as their size is known. A
 * file at another link is measured when it was fetched.
 */
import { Injectable } from '@nestjs/common';
import { RESULT_POLICY, UploadStore } from '../../assets/index.js';
import { validationFailed } from '../../platform/errors/index.js';
import { parsePublicId } from '../../platform/http/index.js';
import { type InputSize, ProviderRegistry } from '../../providers/index.js';
import type { InputSizes } from '../creation/inline-inputs.js';
import { PredictionReader } from '../prediction.reader.js';
import type { GenerationRequest } from './generation-request.js';

type Request = Pick<GenerationRequest, 'model' | 'input' | 'ownFiles'>;

@Injectable()
export class InputFiles {
  constructor(
    private readonly uploads: UploadStore,
    private readonly reader: PredictionReader,
    private readonly providers: ProviderRegistry,
  ) {}

  /**
   * Keeps the uploads among the inputs for `seconds`; 0 only checks them.
   * @throws 400 that names the field of an upload that is gone, or of a file whose result would be too large.
   */
  async keep(accountId: string, request: Request, seconds: number): Promise<void> {
    this.checkSizes(request, await this.uploads.keep(accountId, request.ownFiles, seconds));
    this.checkSizes(request, await this.sizesOfOutputs(request.ownFiles));
  }

  /** @throws 400 that names the field of a file whose result would be too large. */
  checkSizes({ model, input }: Omit<Request, 'ownFiles'>, sizes: InputSizes): void {
    for (const [field, size] of sizes) {
      const message = problemOfResult(model, input, size) ?? this.providers.problemOfSize(model, input, size);
      if (message !== null) throw validationFailed([{ field, message }]);
    }
  }

  private async sizesOfOutputs(names: ReadonlyMap<string, string>): Promise<InputSizes> {
    const sizes = new Map<string, InputSize>();
    for (const [field, name] of names) {
      const id = /^predictions\/([^/]+)\//.exec(name)?.[1];
      const uuid = id === undefined ? null : parsePublicId('pred', id);
      const outputs = uuid === null ? [] : await this.reader.outputs(uuid);
      const { width, height } = outputs.find((output) => output.name === name) ?? {};
      if (width && height) sizes.set(field, { width, height });
    }
    return sizes;
  }
}

/** Returns why the enlarged picture would be thrown away, whatever the engine. */
function problemOfResult(
  { modality, operation }: Request['model'],
  { scale }: Request['input'],
  { width, height }: InputSize,
): string | null {
  if (modality !== 'image' || operation !== 'upscale' || typeof scale !== 'number') return null;
  if (width * height * scale ** 2 <= RESULT_POLICY.maxPixels) return null;
  return `The result would be ${width * scale} by ${height * scale} pixels; the limit is ${RESULT_POLICY.maxPixels / 1_000_000} megapixels.`;
}
