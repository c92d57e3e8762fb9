/** Creates an account with data for every page, over the API. The shared service has one, of an administrator. */
import { call, finished, generate, type Json } from '../../support/client.js';
import { runTool, type ServiceProcess } from '../../support/service-process.js';
import { newVisitor, type Visitor } from './browser.js';
import { newEmail, PASSWORD, signIn } from './person.js';
import { sharedService } from './shared-service.js';

/** With seeds, so that pictures of the account are the same on each run. */
const WORK = [
  {
    modelKey: 'embedded-image',
    prompt: 'a lighthouse above a stormy sea at sunset',
    aspectRatio: '3:2',
    seed: 1,
  },
  { modelKey: 'embedded-image', prompt: 'a city in the rain at night', aspectRatio: '1:1', seed: 2 },
  { modelKey: 'embedded-image', prompt: 'autumn forest with a small lake', seed: 3 },
  { modelKey: 'embedded-image', prompt: 'a space station above a blue planet', aspectRatio: '16:9', seed: 4 },
  { modelKey: 'embedded-music', prompt: 'calm piano in the rain', seed: 5 },
  { modelKey: 'embedded-mesh', prompt: 'a red rocket', seed: 6 },
  { modelKey: 'embedded-fault', mode: 'permanent', prompt: 'something that is refused' },
];
const VIDEO = {
  modelKey: 'embedded-video',
  prompt: 'a forest in the morning fog',
  duration: 2,
  seed: 8,
  resolution: '360p',
};

/** @returns the id of its video. */
export async function furnish({ base }: ServiceProcess, email: string): Promise<{ video: string }> {
  const { body: session } = await call(base, 'POST', '/api/auth/register', {
    body: { email, password: PASSWORD },
  });
  const token = session.accessToken as string;
  const key = async (name: string, fields: object): Promise<Json> =>
    (await call(base, 'POST', '/api/keys', { token, body: { name, ...fields } })).body;
  const production = await key('Production', { scopes: ['read', 'write', 'billing'], rateLimit: 600 });
  await key('Render farm, night shift', { scopes: ['generate:image', 'generate:video'], env: 'test' });
  const old = await key('Old laptop', { scopes: ['read'] });
  await call(base, 'DELETE', `/api/keys/${old.id}`, { token });

  const started: Json[] = [];
  for (const input of WORK) started.push(await generate(base, production.key, input));
  const { body: video } = await call(base, 'POST', '/api/dashboard/predictions', { token, body: VIDEO });
  const [first] = await Promise.all(
    [...started, video].map(({ predictionId }) => finished(base, production.key, predictionId)),
  );
  const reframe = { modelKey: 'embedded-reframe', imageUrl: first.outputUrl, aspectRatio: '9:16' };
  await finished(base, production.key, (await generate(base, production.key, reframe)).predictionId);
  return { video: video.predictionId };
}

export interface Furnished {
  service: ServiceProcess;
  email: string;
  /** The id of its video. */
  video: string;
}

let furnished: Promise<Furnished> | undefined;

/** The account that all files share; they only read it. */
export function furnishedAdministrator(): Promise<Furnished> {
  return (furnished ??= create());
}

async function create(): Promise<Furnished> {
  const service = await sharedService();
  // As long as an address can be: tables have to fit it.
  const email = newEmail().replace('@', `-${'long'.repeat(8)}@${'long'.repeat(12)}.`);
  const { video } = await furnish(service, email);
  const made = await runTool(['users', 'role', '--email', email, '--role', 'admin'], {
    DATA_DIR: service.directory,
  });
  expect(made.code).toBe(0);
  return { service, email, video };
}

/** Opens a visitor who has signed in. */
export async function visitorOf(
  { service, email }: Omit<Furnished, 'video'>,
  options: Parameters<typeof newVisitor>[1] = {},
): Promise<Visitor> {
  const visitor = await newVisitor(service.base, options);
  await visitor.page.goto('/sign-in');
  await signIn(visitor.page, email);
  await visitor.page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  return visitor;
}
