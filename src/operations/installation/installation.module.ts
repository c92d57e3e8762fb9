import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InstallationEntity } from './installation.entity.js';
import { InstallationCheck } from './installation-check.js';

/** Owns the table `installation`: the values in which all processes must agree. It checks them once, at start. */
@Module({
  imports: [TypeOrmModule.forFeature([InstallationEntity])],
  providers: [InstallationCheck],
  exports: [InstallationCheck],
})
export class InstallationModule {}
