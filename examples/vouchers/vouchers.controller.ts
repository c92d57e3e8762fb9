import {
  Body,
  type CallHandler,
  Controller,
  type ExecutionContext,
  HttpCode,
  Injectable,
  type NestInterceptor,
  Param,
  Post,
  UseInterceptors,
} from '@nestjs/common';
import { IsNumber, IsPositive, Matches } from 'class-validator';
import type { Response } from 'express';
import { type ApiKeyPrincipal, ApiKeyRoute, DashboardRoute, KeyCaller } from 'offprint';
import type { Observable } from 'rxjs';
import { VouchersService } from './vouchers.service.js';

export class NewVoucher {
  @Matches(/^[A-Z0-9]{4,20}$/)
  code!: string;

  @IsNumber({ maxDecimalPlaces: 3 })
  @IsPositive()
  credits!: number;
}

/** Names the extension in every response of its routes. */
@Injectable()
export class AcmeHeader implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    context.switchToHttp().getResponse<Response>().setHeader('X-Acme', 'vouchers');
    return next.handle();
  }
}

/** The service's one guard enforces what the decorators declare; a route without one stops the start. */
@Controller('api/acme/vouchers')
@UseInterceptors(AcmeHeader)
export class VouchersController {
  constructor(private readonly vouchers: VouchersService) {}

  /** For administrators, with the token of the dashboard. */
  @Post()
  @DashboardRoute('admin')
  async create(@Body() { code, credits }: NewVoucher): Promise<{ code: string }> {
    await this.vouchers.create(code, credits);
    return { code };
  }

  /** For API keys with the scope `billing`, within their rate limits. */
  @Post(':code/redeem')
  @HttpCode(200)
  @ApiKeyRoute(['billing'])
  async redeem(
    @KeyCaller() caller: ApiKeyPrincipal,
    @Param('code') code: string,
  ): Promise<{ balance: number }> {
    return { balance: await this.vouchers.redeem(caller.accountId, code) };
  }
}
