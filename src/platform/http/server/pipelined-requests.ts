/**
 * Handles the requests of a connection in turn: a pipelined one starts after the response before it. A response with `Connection: close` is
 * the last of its connection, so the requests behind it are never carried out (RFC 9112, 9.6): their caller would receive no response.
 */
import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** After so many, no more requests are read from a connection. */
const MAX_WAITING = 16;

const waitingOf = new WeakMap<Socket, number>();

/** Waits until the response is the next one of its connection. */
export function inTurn(handle: RequestListener): RequestListener {
  return (request, response) => {
    // Node assigns the socket to the response whose turn it is.
    if (response.socket === null)
      return whenInTurn(request.socket, response, () => handle(request, response));
    // The response before this request was the last one.
    if (request.socket.writableEnded) return;
    handle(request, response);
  };
}

function whenInTurn(socket: Socket, response: ServerResponse, start: () => void): void {
  const waiting = (waitingOf.get(socket) ?? 0) + 1;
  waitingOf.set(socket, waiting);
  if (waiting === MAX_WAITING) socket.pause();
  response.once('socket', () => {
    const left = waitingOf.get(socket)! - 1;
    waitingOf.set(socket, left);
    if (left === 0) socket.resume();
    start();
  });
}
