import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { type ApiKeyPrincipal, ApiKeyRoute, KeyCaller } from 'offprint';
import { VouchersService } from './vouchers.service.js';

/** For API keys with the scope `billing`, within their rate limits. */
@Controller('api/acme/vouchers/:code/redeem')
export class RedemptionsController {
  constructor(private readonly vouchers: VouchersService) {}

  @Post()
  @HttpCode(200)
  @ApiKeyRoute(['billing'])
  async redeem(
    @KeyCaller() { accountId }: ApiKeyPrincipal,
    @Param('code') code: string,
  ): Promise<{ balance: number }> {
    return { balance: await this.vouchers.redeem(accountId, code) };
  }
}
