/** The service imports `@offprint/media` from here alone, and gets errors of the storage (`toAssetError`) in place of the package's. */
import * as media from '@offprint/media';
import { toAssetError } from '../storage/asset-errors.js';

function withAssetErrors<Parameters extends unknown[], Result>(
  work: (...parameters: Parameters) => Promise<Result>,
): (...parameters: Parameters) => Promise<Result> {
  return async (...parameters) => {
    try {
      return await work(...parameters);
    } catch (error) {
      throw toAssetError(error);
    }
  };
}

export const decodeDataUrl = withAssetErrors(media.decodeDataUrl);
export const inspectAsset = withAssetErrors(media.inspectAsset);
export const inspectBytes = withAssetErrors(media.inspectBytes);
export const inspectPicture = withAssetErrors(media.inspectPicture);
export const prepareInputPicture = withAssetErrors(media.prepareInputPicture);
export const readDataUrl = withAssetErrors(media.readDataUrl);
export const readMark = withAssetErrors(media.readMark);
export const withCleanedCopy = withAssetErrors(media.withCleanedCopy);

export {
  claimsMatch,
  classifyHost,
  type CleanedCopy,
  type ContentFamily,
  contentTypeOfName,
  type DataUrlFile,
  extensionOf,
  familyOf,
  type FetchedFile,
  type FetchOptions,
  type FetchRefusal,
  FetchRefused,
  type FileMark,
  findOtherType,
  type FoundContent,
  type HostVerdict,
  type InputPicture,
  type InspectedAsset,
  isInspectedInMemory,
  isPublicAddress,
  type MediaFile,
  normalizeContentType,
  OutsideNetwork,
  type OutsideRequest,
  OutsideSender,
  parseUrl,
  type PixelSize,
  problemOfDataUrl,
  type ResolvedAddress,
  RESULT_POLICY,
  sniffContent,
  sniffResult,
  sourceOf,
} from '@offprint/media';
