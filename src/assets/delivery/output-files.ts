import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError } from '../../platform/errors/index.js';
import { AssetMissing, AssetTooLarge } from '../storage/asset-errors.js';
import { AssetStorage } from '../storage/asset-storage.js';
import { AssetDelivery } from './asset-delivery.js';
import { errorOfMissingFile, ExpectedFiles } from './expected-files.js';
import { SignedLinks } from './signed-links.js';

/** Reads and sends the files of outputs by the links of their status bodies, for routes of extensions. */
@Injectable()
export class OutputFiles {
  constructor(
    private readonly delivery: AssetDelivery,
    private readonly links: SignedLinks,
    private readonly storage: AssetStorage,
    private readonly expected: ExpectedFiles,
  ) {}

  /**
   * Sends a file as its link does: ranges, conditional requests, a redirect where the storage sends its files itself.
   * @param url of `outputs` in a status body. @throws 404, 410, 416, 503.
   */
  async send(url: string, request: Request, response: Response): Promise<void> {
    const link = this.links.parse(url);
    if (!link) throw new AppError('not_found');
    await this.delivery.send(link, request, response);
  }

  /** Reads a file into memory. @throws 410, 503; {AssetTooLarge} for more than `maxBytes`. */
  async read(url: string, maxBytes: number): Promise<Buffer> {
    const link = this.links.parse(url);
    if (!link) throw new AppError('not_found');
    const chunks: Uint8Array[] = [];
    try {
      const { stream, bytes } = await this.storage.open(link.name);
      if (bytes > maxBytes) {
        stream.destroy();
        throw new AssetTooLarge(maxBytes);
      }
      for await (const chunk of stream) chunks.push(chunk as Uint8Array);
    } catch (error) {
      throw error instanceof AssetMissing ? await errorOfMissingFile(this.expected, link.name) : error;
    }
    return Buffer.concat(chunks);
  }
}
