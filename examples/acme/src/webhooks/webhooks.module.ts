import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AssetsModule } from 'offprint';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhookEndpointsService } from './webhook-endpoints.service.js';
import { WebhooksController } from './webhooks.controller.js';

/** Listeners inject what the modules of their extension export. */
@Module({
  imports: [AssetsModule, TypeOrmModule.forFeature([WebhookEndpoint])],
  controllers: [WebhooksController],
  providers: [WebhookEndpointsService],
  exports: [AssetsModule, WebhookEndpointsService],
})
export class WebhooksModule {}
