/** Pages of other origins: only with a setting of the extension's own, and only those of CORS_ORIGINS. */
import { key, service, useFront } from './front-kit.js';

const ORIGIN = 'https://studio.example.com';
useFront({ isCrossOrigin: true }, { env: { CORS_ORIGINS: ORIGIN } });

const preflight = (origin: string) =>
  fetch(`${service.url}/v1/images/generations`, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,content-type,x-stainless-lang',
    },
  });

it('answers the preflight of a listed origin, with the headers of the official clients', async () => {
  const response = await preflight(ORIGIN);
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  expect(response.headers.get('access-control-allow-headers')).toContain('x-stainless-lang');
  expect(response.headers.get('access-control-allow-credentials')).toBeNull();
});

it.each(['https://evil.example.com', 'null'])('answers no preflight of %s', async (origin) => {
  const response = await preflight(origin);
  expect(response.status).toBe(405);
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
});

it('lets a page of a listed origin read responses, errors and headers', async () => {
  const headers = { Origin: ORIGIN, Authorization: `Bearer ${key}` };
  for (const path of ['models', 'models/none']) {
    const response = await fetch(`${service.url}/v1/${path}`, { headers });
    expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(response.headers.get('access-control-expose-headers')).toContain('Offprint-Mapped');
    expect(response.headers.get('vary')).toContain('Origin');
  }
});

it('opens no route below /api', async () => {
  const response = await fetch(`${service.url}/api/generate`, {
    method: 'OPTIONS',
    headers: { Origin: ORIGIN, 'Access-Control-Request-Method': 'POST' },
  });
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
});
