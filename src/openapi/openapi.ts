/**
 * The contract as OpenAPI 3.1, and a page that shows it. Made from what the controllers declare and from what is true
 * of every route; `openapi.json` in the repository is this very document.
 */
import type { INestApplication } from '@nestjs/common';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import * as swagger from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Router } from 'express';
import { API_VERSION, describeNow, ErrorBody, RateLimitBody } from '../http/index.js';
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
  Dashboard: 'What the web page shows and does for a signed-in person, by the same rules as with a key.',
  Admin: 'For administrators.',
  Operations: 'Health, and this description.',
};

function describeApi(app: NestExpressApplication): OpenAPIObject {
  describeNow(swagger);
  const document = swagger.SwaggerModule.createDocument(app, outline(), {
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

/** The routes of the description and its page; whatever else it is asked for it hands on. */
export function openApiRoutes(app: NestExpressApplication): Router {
  let document: OpenAPIObject | undefined;
  const describe = () => (document ??= describeApi(app));
  const routes = Router();
  swagger.SwaggerModule.setup(PAGE_PATH.slice(1), hostOf(routes), describe, {
    jsonDocumentUrl: DOCUMENT_PATH.slice(1),
    yamlDocumentUrl: YAML_PATH.slice(1),
    customSiteTitle: 'Offprint API',
    swaggerOptions: { validatorUrl: null, persistAuthorization: false, docExpansion: 'list' },
  });
  return routes;
}

/** What the library needs of an application to put its routes there: by then the real one has all of its own. */
function hostOf(routes: Router): INestApplication {
  const adapter = new ExpressAdapter(routes);
  const host: Pick<NestExpressApplication, 'getHttpAdapter'> & Record<'useStaticAssets', unknown> = {
    getHttpAdapter: () => adapter,
    useStaticAssets: (path: string, options: { prefix: string }) => adapter.useStaticAssets(path, options),
  };
  return host as unknown as INestApplication;
}

function outline(): Omit<OpenAPIObject, 'paths'> {
  const description = [
    'One endpoint for image, video, audio and 3D generation, asynchronous and polled.',
    'Credits are charged when a prediction starts and given back when it fails.',
  ].join(' ');
  const builder = new swagger.DocumentBuilder()
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
