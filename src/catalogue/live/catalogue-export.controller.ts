import { Controller, Get, Header, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ApiOkResponse, ApiTags, Operation, OperatorRoute, sendFile } from '../../platform/http/index.js';
import { CatalogueExport } from './catalogue-export.js';

@ApiTags('Admin')
@Controller('api/admin/catalogue/export')
@OperatorRoute('catalogue:write')
export class CatalogueExportController {
  constructor(private readonly catalogue: CatalogueExport) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @Operation(
    'The catalogue that holds, as YAML',
    'The files with what was changed live, without secrets: one document per file, with its name in a comment. Save it as one file of a catalogue directory, or each document as its own.',
  )
  @ApiOkResponse({
    description: 'YAML.',
    content: { 'application/yaml': { schema: { type: 'string' } } },
  })
  exportCatalogue(@Res() response: Response): void {
    const contents = this.catalogue.toYaml();
    sendFile(response, { name: 'catalogue.yaml', contentType: 'application/yaml; charset=utf-8', contents });
  }
}
