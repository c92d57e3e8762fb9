/**
 * The contract as OpenAPI 3.1, and a page that shows it. Made from what the controllers declare and from what is true
 * of every route; `openapi.json` in the repository is this very document.
 */
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import { API_VERSION, ErrorBody, RateLimitBody } from '../http/index.js';
import { describeEveryAnswer } from './every-answer.js';
import { makeSchemasExact } from './exact-schemas.js';
import { headerComponents } from './headers.js';
import {
  describeHeadOfOutputs,
  describeOwnRoutes,
  DOCUMENT_PATH,
  PAGE_PATH,
  YAML_PATH,
} from './own-routes.js';

/** In the order in which a newcomer needs them. */
const TAGS: Record<string, string> = {
  Models: 'What is on offer, with input schemas and prices.',
  Generation: 'Starting, polling and cancelling predictions.',
  History: 'Past predictions.',
  Outputs: 'The files that predictions produced.',
  Credits: 'Balance and ledger.',
  'API keys': 'Made and revoked by signed-in people, never by a key.',
  'Sign-in': 'Accounts and access tokens of the dashboard.',
  Admin: 'For administrators.',
  Operations: 'Health, and this description.',
};

/** The page runs its own files and talks to this service; whatever else it were led to ask for, the browser refuses. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
  "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'";

export function describeApi(app: NestExpressApplication): OpenAPIObject {
  const document = SwaggerModule.createDocument(app, outline(), {
    operationIdFactory: (_controller, method) => method,
    extraModels: [ErrorBody, RateLimitBody],
  });
  makeSchemasExact(document);
  describeEveryAnswer(document);
  describeHeadOfOutputs(document);
  describeOwnRoutes(document);
  document.components = { ...document.components, headers: headerComponents() as never };
  const { openapi, info, servers: _none, tags, paths, components, ...rest } = document;
  const { contact: _nobody, ...about } = info;
  return { openapi, info: about, tags, paths: byTag(paths), components, ...rest };
}

export function serveOpenApi(app: NestExpressApplication): void {
  let document: OpenAPIObject | undefined;
  const describe = () => (document ??= describeApi(app));
  app.use(PAGE_PATH, (_request: Request, response: Response, next: NextFunction) => {
    response.setHeader('Content-Security-Policy', PAGE_POLICY);
    next();
  });
  SwaggerModule.setup(PAGE_PATH.slice(1), app, describe, {
    jsonDocumentUrl: DOCUMENT_PATH.slice(1),
    yamlDocumentUrl: YAML_PATH.slice(1),
    customSiteTitle: 'Offprint API',
    swaggerOptions: { validatorUrl: null, persistAuthorization: false, docExpansion: 'list' },
  });
}

function outline(): Omit<OpenAPIObject, 'paths'> {
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
    .addSecurity('apiKey', {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'of_live_… or of_test_…',
      description: 'An API key. A route names the scopes it takes; any one of them is enough.',
    })
    .addSecurity('dashboard', {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'The access token of a signed-in person. Never an API key.',
    });
  for (const [name, text] of Object.entries(TAGS)) builder.addTag(name, text);
  return builder.build();
}

/** Paths in the order of their tags; within one, as they are declared. */
function byTag(paths: OpenAPIObject['paths']): OpenAPIObject['paths'] {
  const order = Object.keys(TAGS);
  const placeOf = (item: OpenAPIObject['paths'][string]) => {
    const tag = (item.get ?? item.post ?? item.patch ?? item.delete)?.tags?.[0];
    const place = order.indexOf(tag ?? '');
    return place === -1 ? order.length : place;
  };
  return Object.fromEntries(Object.entries(paths).sort(([, a], [, b]) => placeOf(a) - placeOf(b)));
}
