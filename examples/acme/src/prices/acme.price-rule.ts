import { Injectable } from '@nestjs/common';
import { type PricedRequest, PriceRule } from 'offprint';

/** Customers build and test their integration with test keys, for a tenth of the price. */
@Injectable()
export class AcmePriceRule extends PriceRule {
  /** Thousandths of a credit. */
  override priceOf({ env, listPrice }: PricedRequest): bigint {
    return env === 'test' ? listPrice / 10n : listPrice;
  }
}
