import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CreditsModule, type Plugin } from 'offprint';
import { CreateVouchers1770000000000 } from './create-vouchers.migration.js';
import { Voucher } from './voucher.entity.js';
import { AcmeHeader, VouchersController } from './vouchers.controller.js';
import { VouchersService } from './vouchers.service.js';

/** Imports the modules of the service that it uses: they are the same ones, not copies. */
@Module({
  imports: [CreditsModule, TypeOrmModule.forFeature([Voucher])],
  controllers: [VouchersController],
  providers: [AcmeHeader, VouchersService],
})
export class VouchersModule {}

/** For `createApp`, and for PLUGINS once it is compiled: `PLUGINS=./dist/vouchers.module.js`. */
export default {
  name: 'vouchers',
  plugins: [VouchersModule],
  schemas: [{ name: 'acme', migrations: [CreateVouchers1770000000000] }],
} satisfies Plugin;
