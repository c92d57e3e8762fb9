import { Body, Controller, Post } from '@nestjs/common';
import { IsNumber, IsPositive, Matches } from 'class-validator';
import { DashboardRoute } from 'offprint';
import { VouchersService } from './vouchers.service.js';

/** A body that breaks a rule is a 400 that names the field. */
export class NewVoucher {
  @Matches(/^[A-Z0-9]{4,20}$/)
  code!: string;

  @IsNumber({ maxDecimalPlaces: 3 })
  @IsPositive()
  credits!: number;
}

/** For administrators who are signed in. */
@Controller('api/acme/vouchers')
export class VouchersController {
  constructor(private readonly vouchers: VouchersService) {}

  @Post()
  @DashboardRoute('admin')
  async create(@Body() { code, credits }: NewVoucher): Promise<{ code: string }> {
    await this.vouchers.create(code, credits);
    return { code };
  }
}
