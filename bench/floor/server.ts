import { createServer } from 'node:http';
import pg from 'pg';
import { relationList } from './relation-list.ts';

/** The bare HTTP floor: node:http, the driver, the same SQL, JSON.stringify. */
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  pipeline: true,
  options: '-c TimeZone=UTC',
} as pg.PoolConfig);

createServer((request, response) => {
  const clientId = Number(new URL(request.url ?? '/', 'http://floor').searchParams.get('client'));
  relationList(pool, clientId).then(
    (answer) => {
      const body = JSON.stringify(answer);
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
        .end(body);
    },
    (error: Error) => response.writeHead(500).end(error.message),
  );
}).listen(Number(process.env.PORT), '127.0.0.1');
