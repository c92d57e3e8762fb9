import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InstallationEntity } from './installation.entity.js';
import { InstallationCheck } from './installation-check.js';

/** All processes must agree in these values, which are checked once, at start. */
@Module({
  imports: [TypeOrmModule.forFeature([InstallationEntity])],
  providers: [InstallationCheck],
  exports: [InstallationCheck],
})
export class InstallationModule {}
