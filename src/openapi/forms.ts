/** Describes the forms of routes that also receive a file as the body: the library gives all types one schema. */
import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations.js';

const FORM = 'multipart/form-data';
const SCHEMA = 'UploadForm';

export function describeForms(document: OpenAPIObject): void {
  for (const { requestBody } of operationsOf(document)) {
    const { content } = (requestBody ?? {}) as { content?: Record<string, { schema: object }> };
    const form = content?.[FORM];
    if (!form || 'properties' in form.schema) continue;
    document.components!.schemas![SCHEMA] = {
      type: 'object',
      required: ['file'],
      properties: { file: form.schema },
    };
    form.schema = { $ref: `#/components/schemas/${SCHEMA}` };
  }
}
