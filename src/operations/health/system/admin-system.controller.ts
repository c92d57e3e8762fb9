import { Controller, Get } from '@nestjs/common';
import {
  ApiErrors,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  DashboardRoute,
} from '../../../platform/http/index.js';
import { AdminSystem } from './admin-system.service.js';
import { SystemBody } from './system.dto.js';

@ApiTags('Admin')
@Controller('api/admin/system')
@DashboardRoute('admin')
export class AdminSystemController {
  constructor(private readonly system: AdminSystem) {}

  @Get()
  @ApiOperation({
    operationId: 'getSystem',
    summary: 'Processes, queue, throughput, circuits, database and storage',
    description: 'The state at this moment. A part that cannot be read is null, and `problems` says why.',
  })
  @ApiOkResponse({ type: SystemBody })
  @ApiErrors(401, 403)
  async read(): Promise<SystemBody> {
    return this.system.read();
  }
}
