import { Body, Controller, Delete, HttpCode, Put } from '@nestjs/common';
import { IsString, MaxLength } from 'class-validator';
import { type ApiKeyPrincipal, ApiKeyRoute, KeyCaller } from 'offprint';
import { WebhookEndpointsService } from './webhook-endpoints.service.js';

export class NewEndpoint {
  @IsString()
  @MaxLength(2000)
  url!: string;
}

/** A customer chooses where its webhooks go. */
@Controller('api/acme/webhook')
export class WebhooksController {
  constructor(private readonly endpoints: WebhookEndpointsService) {}

  /** The secret is shown once. */
  @Put()
  @ApiKeyRoute(['write'])
  async set(
    @KeyCaller() { accountId }: ApiKeyPrincipal,
    @Body() body: NewEndpoint,
  ): Promise<{ url: string; secret: string }> {
    const { url, secret } = await this.endpoints.set(accountId, body.url);
    return { url, secret };
  }

  @Delete()
  @HttpCode(204)
  @ApiKeyRoute(['write'])
  async remove(@KeyCaller() { accountId }: ApiKeyPrincipal): Promise<void> {
    await this.endpoints.remove(accountId);
  }
}
