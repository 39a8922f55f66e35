import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { createOrder, orderList, shipOrder } from './orders.ts';
import { relationList } from './relation-list.ts';
import { finishShipment, fulfilLine, fulfilShipment, packShipment, shipmentList } from './shipments.ts';
import { adjustStock, moveStock } from './stock.ts';
import type { IdempotencyKey } from './write-parts.ts';

/** The bare HTTP floor: node:http, the driver, the least SQL, JSON.stringify. */
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  pipeline: true,
  options: '-c TimeZone=UTC',
} as pg.PoolConfig);

const textOf = (request: IncomingMessage) =>
  new Promise<string>((resolve) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => resolve(text));
  });
const bodyOf = async (request: IncomingMessage) => JSON.parse(await textOf(request)) as never;

/** The body of a write that happens once under its key. */
async function keyedBodyOf(request: IncomingMessage): Promise<[never, IdempotencyKey]> {
  const text = await textOf(request);
  const bodyHash = createHash('sha256').update(text).digest();
  return [JSON.parse(text) as never, { key: String(request.headers['idempotency-key']), bodyHash }];
}

async function answerTo(request: IncomingMessage): Promise<unknown> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://floor');
  if (pathname === '/relations') return relationList(pool, Number(searchParams.get('client')));
  if (pathname === '/adjust') return adjustStock(pool, await bodyOf(request));
  if (pathname === '/move') return moveStock(pool, await bodyOf(request));
  if (pathname === '/orders') return createOrder(pool, ...(await keyedBodyOf(request)));
  if (pathname === '/ship') return shipOrder(pool, ...(await keyedBodyOf(request)));
  if (pathname === '/order-list') return orderList(pool, Number(searchParams.get('client')));
  if (pathname === '/fulfil') return fulfilLine(pool, ...(await keyedBodyOf(request)));
  if (pathname === '/fulfil-all') return fulfilShipment(pool, ...(await keyedBodyOf(request)));
  if (pathname === '/pack') return packShipment(pool, ...(await keyedBodyOf(request)));
  if (pathname === '/finish') return finishShipment(pool, ...(await keyedBodyOf(request)));
  if (pathname === '/shipment-list') return shipmentList(pool);
  return {};
}

createServer((request, response) => {
  answerTo(request).then(
    (answer) => {
      const body = JSON.stringify(answer);
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
        .end(body);
    },
    (error: Error) => response.writeHead(500).end(error.message),
  );
}).listen(Number(process.env.PORT), '127.0.0.1');
