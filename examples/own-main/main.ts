/**
 * A program of one's own that contains the service: an engine and a route are added in code. docs/extending.md explains
 * it. Compile it, then `node main.js`; the settings are those of the service.
 */
import { Controller, Get, Module } from '@nestjs/common';
import {
  type CatalogueModel,
  createApp,
  loadConfig,
  type Outcome,
  Provider,
  PublicRoute,
  type Work,
} from 'offprint';

/** Submits to a server that does not exist here, so that it refuses every prediction. */
export class AcmeEngine extends Provider {
  override readonly name = 'acme';
  override readonly resubmission = 'idempotent';

  override offers(model: CatalogueModel): boolean {
    return model.operation === 'text-to-image';
  }

  override async submit({ predictionId }: Work): Promise<Outcome> {
    return { kind: 'refuse', code: 'provider_error', message: `Acme has no server for ${predictionId}.` };
  }
}

@Controller('api/acme')
export class AboutController {
  @Get('about')
  @PublicRoute()
  about(): { company: string } {
    return { company: 'Acme' };
  }
}

@Module({ controllers: [AboutController] })
export class AboutModule {}

const app = await createApp(loadConfig(process.env), { providers: [AcmeEngine], plugins: [AboutModule] });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close());
process.stdout.write(`Offprint is ready at ${await app.listen()} with Acme\n`);
