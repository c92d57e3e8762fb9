/** The contract as OpenAPI 3.1, and a page that shows it. Both are made from what the controllers declare. */
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { API_VERSION } from '../http/index.js';
import { asOpenApi31 } from './openapi-31.js';

export function describeApi(app: NestExpressApplication): OpenAPIObject {
  const description = [
    'One endpoint for image, video, audio and 3D generation, asynchronous and polled.',
    'Credits are charged when a prediction starts and given back when it fails.',
  ].join(' ');
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Offprint')
    .setDescription(description)
    .setVersion(API_VERSION)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addSecurity('apiKey', { type: 'http', scheme: 'bearer', bearerFormat: 'of_live_… or of_test_…' })
    .addSecurity('dashboard', { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' })
    .build();
  return asOpenApi31(SwaggerModule.createDocument(app, builder));
}

export function serveOpenApi(app: NestExpressApplication): void {
  let document: OpenAPIObject | undefined;
  const describe = () => (document ??= describeApi(app));
  SwaggerModule.setup('api/docs', app, describe, {
    jsonDocumentUrl: 'api/openapi.json',
    yamlDocumentUrl: 'api/openapi.yaml',
    customSiteTitle: 'Offprint API',
  });
}
