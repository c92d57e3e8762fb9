import { Controller, Get, Inject, Logger } from '@nestjs/common';
import { logFailure } from '../../../platform/database/index.js';
import { ApiOk, ApiTags, DashboardRoute, Operation } from '../../../platform/http/index.js';
import type { ExtensionFacts } from './extension-facts.js';
import { ExtensionsBody, type ExtensionTable } from './extensions.dto.js';

export const EXTENSION_FACTS = Symbol('the facts of the extensions');

@ApiTags('Admin')
@Controller('api/admin/extensions')
@DashboardRoute('admin')
export class ExtensionsController {
  private readonly logger = new Logger('extensions');

  constructor(@Inject(EXTENSION_FACTS) private readonly facts: readonly ExtensionFacts[]) {}

  @Get()
  @Operation(
    'What the extensions show to administrators',
    'A table for each, as it holds now. The route exists where an extension shows something.',
  )
  @ApiOk(ExtensionsBody, 403)
  async listExtensionFacts(): Promise<ExtensionsBody> {
    return { success: true, items: await Promise.all(this.facts.map((one) => this.read(one))) };
  }

  private async read(facts: ExtensionFacts): Promise<ExtensionTable> {
    const { title, columns } = facts;
    try {
      return { title, columns, rows: await facts.rows() };
    } catch (error) {
      logFailure(this.logger, title, error);
      return { title, columns, rows: null };
    }
  }
}
