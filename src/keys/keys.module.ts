import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiKeyEntity } from './api-key.entity.js';
import { KeysController } from './keys.controller.js';
import { KeysService } from './keys.service.js';

/**
 * Owns API keys as their owners manage them, and what a secret is. It never decides whether a request gets in (that
 * is `admission/`), and never keeps a secret: only its SHA-256. Relies on the database for the limit of 20.
 */
@Module({
  imports: [TypeOrmModule.forFeature([ApiKeyEntity])],
  controllers: [KeysController],
  providers: [KeysService],
  exports: [KeysService],
})
export class KeysModule {}
