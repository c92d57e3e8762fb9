import { Injectable } from '@nestjs/common';
import { type FetchedFile, type FetchOptions, OutsideNetwork, SafeFetcher as Fetcher } from '@offprint/media';
import { toAssetError } from '../storage/asset-errors.js';

/** Fetches URLs from callers and providers; nothing else in the service does. */
@Injectable()
export class SafeFetcher extends Fetcher {
  constructor(network: OutsideNetwork) {
    super(network, 'offprint');
  }

  /** @throws {FetchRefused} @throws {StorageFull} when our disk is full. */
  override async fetchToFile(url: string, options: FetchOptions): Promise<FetchedFile> {
    try {
      return await super.fetchToFile(url, options);
    } catch (error) {
      throw toAssetError(error);
    }
  }
}
