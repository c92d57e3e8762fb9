import { Controller, Get } from '@nestjs/common';
import { ApiOk, ApiTags, DashboardRoute, Operation } from '../../../platform/http/index.js';
import { AdminSystem } from './admin-system.service.js';
import { SystemBody } from './system.dto.js';

@ApiTags('Admin')
@Controller('api/admin/system')
@DashboardRoute('admin')
export class AdminSystemController {
  constructor(private readonly system: AdminSystem) {}

  @Get()
  @Operation(
    'Processes, migrations, queue, throughput, circuits, database and storage',
    'The state at this moment. A part that cannot be read is null, and `problems` says why.',
  )
  @ApiOk(SystemBody, 403)
  async getSystem(): Promise<SystemBody> {
    return this.system.read();
  }
}
