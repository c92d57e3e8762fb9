// Makes a picture through a service, as a caller does: an account, a key, a generation, its file.
import assert from 'node:assert/strict';

const json = { 'content-type': 'application/json' };

async function send(url, path, { body, authorization, method = body ? 'POST' : 'GET' } = {}) {
  const response = await fetch(url + path, {
    method,
    headers: { ...json, ...(authorization && { authorization: `Bearer ${authorization}` }) },
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  assert.ok(response.ok, `${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

/** Registers an account. @returns the secret of a key of it */
export async function makeKey(url) {
  const email = `caller-${Date.now()}@example.com`;
  const { accessToken } = await send(url, '/api/auth/register', {
    body: { email, password: 'a password of a caller' },
  });
  const { key } = await send(url, '/api/keys', {
    body: { name: 'image', scopes: ['write', 'read'] },
    authorization: accessToken,
  });
  return key;
}

/** @returns the first bytes of the picture */
export async function makePicture(url, key) {
  const { outputUrl, status } = await send(url, '/api/generate?wait=60', {
    body: { modelKey: 'embedded-image', prompt: 'a lighthouse', resolution: 256 },
    authorization: key,
  });
  assert.equal(status, 'completed');
  // The address of the links is PUBLIC_URL, which this caller does not reach.
  const file = await fetch(url + new URL(outputUrl).pathname + new URL(outputUrl).search);
  assert.equal(file.status, 200);
  return Buffer.from(await file.arrayBuffer())
    .subarray(0, 4)
    .toString('latin1');
}
