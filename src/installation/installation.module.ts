import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { InstallationCheck } from './installation-check.js';

/** Owns the table `installation` as far as a process must agree with it. It checks at start and never again. */
@Module({ imports: [AuthModule], providers: [InstallationCheck], exports: [InstallationCheck] })
export class InstallationModule {}
