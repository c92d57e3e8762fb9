/** The library gives all types of a body one schema, so the forms of routes that also receive a file as the body are described here. */
import type { OpenAPIObject } from '@nestjs/swagger';
import { type MediaType, operationsOf } from './operations.js';

const FORM = 'multipart/form-data';

/** The form stands inline and first: generators that take the first type of a body drop the schemas that only others name. */
export function describeForms(document: OpenAPIObject): void {
  for (const { requestBody } of operationsOf(document)) {
    const form = requestBody?.content[FORM];
    if (!form || 'properties' in form.schema) continue;
    const schema = { type: 'object', required: ['file'], properties: { file: form.schema } };
    requestBody.content = { [FORM]: { ...form, schema }, ...withoutForm(requestBody.content) };
  }
}

function withoutForm({ [FORM]: _form, ...others }: Record<string, MediaType>): Record<string, MediaType> {
  return others;
}
