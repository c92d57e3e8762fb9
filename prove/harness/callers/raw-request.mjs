// Sends HTTP requests over a raw socket, including bytes that no client library sends.
import { connect } from 'node:net';

const LATEST_MS = 90_000;
/** Time limit of a response that needs no body, on any machine. */
const AT_ONCE_MS = 8_000;

/**
 * @typedef RawAnswer
 * @property {number} status 0 when the connection ended without a response
 * @property {string} text all received bytes
 */

/**
 * Sends the headers and the given part of the body, and waits for the response without sending the rest.
 * @param {{method?: string, path: string, headers?: Record<string, string>, body?: Buffer, latestMs?: number}} request
 * @returns {Promise<RawAnswer>} never rejects
 */
export function sendRaw(base, { method = 'POST', path, headers = {}, body, latestMs = LATEST_MS }) {
  const { hostname, port } = new URL(base);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let text = '';
    const conclude = () => {
      socket.destroy();
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text });
    };
    socket.setTimeout(latestMs, conclude);
    socket.on('error', () => {});
    socket.on('close', conclude);
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      if (isWhole(text)) conclude();
    });
    const lines = Object.entries({ host: 'localhost', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    if (body) socket.write(body);
  });
}

/** Returns the status of a request without any byte of its body; 0 when the service waits for the body. */
export async function statusBeforeBody(base, path, length, token) {
  const headers = { 'content-type': 'application/json', 'content-length': String(length) };
  if (token) headers.authorization = `Bearer ${token}`;
  return (await sendRaw(base, { path, headers, latestMs: AT_ONCE_MS })).status;
}

/**
 * Sends the first bytes, waits for a response, sends the other bytes, and waits for the end of the connection.
 * @returns {Promise<string>} all received bytes
 */
export async function sendInParts(base, first, rest) {
  const { hostname, port } = new URL(base);
  const socket = connect({ host: hostname, port: Number(port) });
  let text = '';
  socket.setTimeout(LATEST_MS, () => socket.destroy());
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const answered = new Promise((resolve) =>
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      if (isWhole(text)) resolve();
    }),
  );
  socket.write(first);
  await Promise.race([answered, closed]);
  socket.end(rest);
  await closed;
  return text;
}

function isWhole(text) {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, end + 2))?.[1] ?? 0);
  return text.length >= end + 4 + length;
}
