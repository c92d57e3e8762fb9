/**
 * Floor of a status poll: the same SELECT behind node:http and a pg pool, without authentication, scopes, limits or
 * validation. `node bare-status.mjs <database url>` prints its port.
 */
import { createServer } from 'node:http';
import pg from 'pg';
import { PREDICTION_COLUMNS } from '../../dist/generation/prediction.js';

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 });
const statement = {
  name: 'read-prediction',
  text: `select ${PREDICTION_COLUMNS} from predictions where id = $1`,
};

const server = createServer((request, response) => {
  pool.query({ ...statement, values: [request.url.slice(1)] }).then(
    ({ rows }) => {
      const body = JSON.stringify(rows[0]);
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
      response.setHeader('Content-Length', Buffer.byteLength(body));
      response.end(body);
    },
    (error) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.on('SIGTERM', () => process.exit(0));
process.stdin.on('end', () => process.exit(0)).resume(); // the parent process has ended
