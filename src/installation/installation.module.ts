import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/index.js';
import { InstallationCheck } from './installation-check.js';
import { InstallationEntity } from './installation.entity.js';

/** Owns the table `installation` as far as a process must agree with it. It checks at start and never again. */
@Module({
  imports: [AuthModule, TypeOrmModule.forFeature([InstallationEntity])],
  providers: [InstallationCheck],
  exports: [InstallationCheck],
})
export class InstallationModule {}
