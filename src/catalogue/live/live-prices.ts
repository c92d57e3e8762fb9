import { Injectable } from '@nestjs/common';
import { AppError } from '../../platform/errors/index.js';
import { Catalogue } from '../catalogue.js';
import type { CatalogueModel } from '../catalogue-model.js';
import { type ModelPrice, PRICE_VALID_MS } from '../price-version.js';
import { LiveCatalogue } from './live-catalogue.js';

export interface ValidPrice extends ModelPrice {
  /** Holds also when the price changes before. */
  validUntil: Date;
}

@Injectable()
export class LivePrices {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly live: LiveCatalogue,
  ) {}

  /** @param version null: the present one. @throws 409 `price_changed` for one that is not valid, on any process. */
  async of(model: CatalogueModel, version: string | null): Promise<ModelPrice> {
    if (version === null) return this.catalogue.priceFor(model);
    const known = this.catalogue.findPrice(model, version, this.live.nowMs);
    if (known) return known;
    // Another process may have quoted a price that this one has not read yet.
    await this.live.refresh();
    const read = this.catalogue.findPrice(model, version, this.live.nowMs);
    if (read) return read;
    const message = `priceVersion is not a valid price of ${model.modelKey}: ask for another quote`;
    throw new AppError('price_changed', { details: [{ field: 'priceVersion', message }] });
  }

  /** The price can be charged until a minute after the last time it was the present one. */
  async quote(model: CatalogueModel, version: string | null): Promise<ValidPrice> {
    const price = await this.of(model, version);
    const validUntil = new Date((price.replacedAtMs ?? this.live.knownUntilMs) + PRICE_VALID_MS);
    return { ...price, validUntil };
  }
}
