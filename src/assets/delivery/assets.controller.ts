import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  ApiError,
  ApiErrors,
  ApiHeader,
  ApiParam,
  ApiQuery,
  ApiResponse,
  ApiTags,
  Operation,
  PublicRoute,
} from '../../platform/http/index.js';
import { AssetDelivery } from './asset-delivery.js';

const FILE = Object.fromEntries(
  ['image/*', 'video/*', 'audio/*', 'model/gltf-binary'].map((type) => [
    type,
    { schema: { type: 'string' as const, format: 'binary' } },
  ]),
);
const RANGE = {
  description: 'The range, and the bytes of the whole file.',
  schema: { type: 'string' as const },
};
const FILE_HEADERS = Object.fromEntries(
  Object.entries({
    ETag: 'Strong: the same bytes.',
    'Last-Modified': 'When the file was stored.',
    'Accept-Ranges': '`bytes`.',
    'Cache-Control': 'Until the link expires.',
    'Content-Disposition': 'A file name for saving.',
  }).map(([name, description]) => [
    name,
    { description, required: true, schema: { type: 'string' as const } },
  ]),
);

/** The signature of the link is the credential. */
@ApiTags('Outputs')
@Controller('api/assets')
export class AssetsController {
  constructor(private readonly delivery: AssetDelivery) {}

  @Get('*name')
  @PublicRoute()
  @Operation(
    'Read an output file',
    'The URL is the complete `outputUrl` of a completed prediction. Ranges are supported.',
  )
  @ApiParam({ name: 'name', type: String, description: 'Name of the file, with slashes.' })
  @ApiQuery({ name: 'expires', type: String, description: 'Unix seconds after which the link returns 410.' })
  @ApiQuery({ name: 'signature', type: String })
  @ApiHeader({ name: 'Range', required: false, description: 'One range of bytes, such as `bytes=0-1023`.' })
  @ApiHeader({ name: 'If-Range', required: false })
  @ApiHeader({ name: 'If-None-Match', required: false })
  @ApiHeader({ name: 'If-Modified-Since', required: false })
  @ApiResponse({ status: 200, description: 'The file.', content: FILE, headers: FILE_HEADERS })
  @ApiResponse({
    status: 206,
    description: 'The requested range.',
    content: FILE,
    headers: { ...FILE_HEADERS, 'Content-Range': RANGE },
  })
  @ApiResponse({
    status: 302,
    description:
      'The storage sends the file itself: follow `Location`. Only with a storage that creates links.',
    headers: {
      Location: {
        description: 'Ends when this link ends.',
        required: true,
        schema: { type: 'string' as const, format: 'uri' },
      },
    },
  })
  @ApiResponse({
    status: 304,
    description: 'The caller has the current file.',
    headers: FILE_HEADERS,
  })
  @ApiErrors(404, 410, 412)
  @ApiError(416, undefined, { 'Content-Range': RANGE })
  readOutput(
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

/** A repeated parameter arrives as an array; '' makes the link invalid. */
function text(parameter: unknown): string {
  return typeof parameter === 'string' ? parameter : '';
}
