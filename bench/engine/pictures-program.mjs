/**
 * A server with OpenAI's route for pictures that answers every request with the same bytes.
 * `node pictures-program.mjs <file of the picture> <milliseconds until the answer>` prints its port.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [file, delay = '0'] = process.argv.slice(2);
const delayMs = Number(delay);
const body = Buffer.from(JSON.stringify({ created: 1, data: [{ b64_json: readFileSync(file, 'base64') }] }));
const head = { 'content-type': 'application/json', 'content-length': body.length };

const server = createServer((request, response) => {
  const answer = () => response.writeHead(200, head).end(body);
  request.resume().on('end', () => (delayMs > 0 ? setTimeout(answer, delayMs) : answer()));
});
server.listen(0, '127.0.0.1', 4096, () => console.log(server.address().port));
process.on('SIGTERM', () => process.exit(0));
process.stdin.on('end', () => process.exit(0)).resume(); // the parent process has ended
