import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { createOrder, orderList, shipOrder } from './orders.ts';
import { relationList } from './relation-list.ts';
import { finishShipment, fulfilLine, fulfilShipment, packShipment, shipmentList } from './shipments.ts';
import { adjustStock, moveStock } from './stock.ts';

/** The bare HTTP floor: node:http, the driver, the least SQL, JSON.stringify. */
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  pipeline: true,
  options: '-c TimeZone=UTC',
} as pg.PoolConfig);

const bodyOf = (request: IncomingMessage) =>
  new Promise<never>((resolve) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => resolve(JSON.parse(text) as never));
  });

async function answerTo(request: IncomingMessage): Promise<unknown> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://floor');
  if (pathname === '/relations') return relationList(pool, Number(searchParams.get('client')));
  if (pathname === '/adjust') return adjustStock(pool, await bodyOf(request));
  if (pathname === '/move') return moveStock(pool, await bodyOf(request));
  if (pathname === '/orders') return createOrder(pool, await bodyOf(request));
  if (pathname === '/ship') return shipOrder(pool, await bodyOf(request));
  if (pathname === '/order-list')
    return orderList(pool, Number(searchParams.get('client')), searchParams.get('status') ?? '');
  if (pathname === '/fulfil') return fulfilLine(pool, await bodyOf(request));
  if (pathname === '/fulfil-all') return fulfilShipment(pool, await bodyOf(request));
  if (pathname === '/pack') return packShipment(pool, await bodyOf(request));
  if (pathname === '/finish') return finishShipment(pool, await bodyOf(request));
  if (pathname === '/shipment-list') return shipmentList(pool, searchParams.get('status') ?? '');
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
