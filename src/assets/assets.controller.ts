import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiProduces, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ApiErrors, PublicRoute } from '../http/index.js';
import { AssetDelivery } from './asset-delivery.js';

/** Output files by their signed links. The signature is the credential; HEAD comes with GET. */
@ApiTags('Outputs')
@Controller('api/assets')
export class AssetsController {
  constructor(private readonly delivery: AssetDelivery) {}

  @Get('*name')
  @PublicRoute()
  @ApiOperation({ operationId: 'readOutput',
    summary: 'Read an output file',
    description:
      'The address is the `outputUrl` of a completed prediction, whole as it was given. Ranges are supported.',
  })
  @ApiParam({ name: 'name', type: String, description: 'Name of the file, with slashes.' })
  @ApiQuery({ name: 'expires', type: String, description: 'Unix seconds after which the link answers 410.' })
  @ApiQuery({ name: 'signature', type: String })
  @ApiProduces('image/*', 'video/*', 'audio/*', 'model/gltf-binary')
  @ApiResponse({ status: 200, description: 'The file.', schema: { type: 'string', format: 'binary' } })
  @ApiResponse({
    status: 206,
    description: 'The range asked for.',
    schema: { type: 'string', format: 'binary' },
  })
  @ApiResponse({ status: 304, description: 'The file is the one that the caller has.' })
  @ApiErrors(404, 410, 416)
  read(
    @Param('name') name: string | string[],
    @Query('expires') expires: unknown,
    @Query('signature') signature: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.delivery.send(
      { name: [name].flat().join('/'), expires: text(expires), signature: text(signature) },
      request,
      response,
    );
  }
}

/** A parameter given twice arrives as a list; such a link was never ours. */
function text(parameter: unknown): string {
  return typeof parameter === 'string' ? parameter : '';
}
