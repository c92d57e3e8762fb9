import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CreditsModule } from 'offprint';
import { RedemptionsController } from './redemptions.controller.js';
import { Voucher } from './voucher.entity.js';
import { VouchersController } from './vouchers.controller.js';
import { VouchersService } from './vouchers.service.js';

/** `CreditsModule` is the one of the service, not a copy. */
@Module({
  imports: [CreditsModule, TypeOrmModule.forFeature([Voucher])],
  controllers: [VouchersController, RedemptionsController],
  providers: [VouchersService],
})
export class VouchersModule {}
