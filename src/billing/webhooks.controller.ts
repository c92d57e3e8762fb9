import { Controller, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { auditSourceOf } from '../audit/index.js';
import { AppError } from '../platform/errors/index.js';
import {
  ApiBody,
  ApiConsumes,
  ApiOk,
  ApiParam,
  ApiTags,
  FileBody,
  Operation,
  PublicRoute,
  readRawBody,
} from '../platform/http/index.js';
import { WebhookBody } from './billing.dto.js';
import { PaymentEvents } from './payment-events.js';
import { PaymentProvider } from './payment-provider.js';
import { callProvider } from './provider-call.js';

/** No webhook of a payment service is larger. */
const MAX_BYTES = 256 * 1024;

@ApiTags('Billing')
@Controller('api/billing/webhooks')
export class WebhooksController {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly events: PaymentEvents,
  ) {}

  @Post(':provider')
  @PublicRoute()
  @FileBody()
  @ApiParam({ name: 'provider', description: 'The name of the payment service.', example: 'none' })
  @ApiConsumes('application/octet-stream')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @Operation(
    'For the payment service: report what happened to a payment',
    'Signed by the payment service, over the bytes of the body. Repeated events change nothing. 503: send it again later.',
  )
  @ApiOk(WebhookBody, 404)
  async receiveWebhook(@Param('provider') name: string, @Req() request: Request): Promise<WebhookBody> {
    if (name !== this.provider.name) throw new AppError('not_found');
    const body = await readRawBody(request, MAX_BYTES);
    const events = await callProvider(() => this.provider.receive(body, request.headers));
    const source = auditSourceOf(request, { kind: 'payment_provider', id: name });
    for (const event of events) await this.events.apply(event, source);
    return { success: true };
  }
}
