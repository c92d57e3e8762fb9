import { Controller, Get, Inject } from '@nestjs/common';
import { ApiErrors, ApiOkResponse, ApiOperation, ApiTags, DashboardRoute } from '../../http/index.js';
import type { ExtensionFacts } from './extension-facts.js';
import { ExtensionsBody } from './extensions.dto.js';

/** The token of the facts of all extensions. */
export const EXTENSION_FACTS = Symbol('the facts of the extensions');

@ApiTags('Admin')
@Controller('api/admin/extensions')
@DashboardRoute('admin')
export class ExtensionsController {
  constructor(@Inject(EXTENSION_FACTS) private readonly facts: readonly ExtensionFacts[]) {}

  @Get()
  @ApiOperation({
    operationId: 'listExtensionFacts',
    summary: 'What the extensions show to administrators',
    description: 'A table for each, as it holds now. The route exists where an extension shows something.',
  })
  @ApiOkResponse({ type: ExtensionsBody })
  @ApiErrors(401, 403)
  async list(): Promise<ExtensionsBody> {
    const items = this.facts.map(async (one) => ({
      title: one.title,
      columns: one.columns,
      rows: await one.rows(),
    }));
    return { success: true, items: await Promise.all(items) };
  }
}
