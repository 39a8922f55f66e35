import type pg from 'pg';
import { backendOf, connectionToCancel } from './driver.ts';

const CANCEL_MS = 2_000;

/**
 * Cancels what a connection is executing, by the protocol's cancel request: it needs neither rights nor a free
 * connection. Resolves when PostgreSQL has closed the request, which it does after signalling the backend; after one
 * more round trip on the connection the signal can no longer hit a later statement.
 */
export function cancelStatement(client: pg.ClientBase): Promise<void> {
  const backend = backendOf(client);
  const { processID, secretKey, host, port, ssl, sslNegotiation } = backend;
  const connection = connectionToCancel(backend);
  const send = () => connection.cancel(processID, secretKey);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      connection.stream.destroy();
      reject(new Error(`PostgreSQL did not take the cancel request within ${CANCEL_MS} ms.`));
    }, CANCEL_MS);
    connection.on('connect', () => {
      if (!ssl) send();
      else if (sslNegotiation !== 'direct') connection.requestSsl();
    });
    connection.on('sslconnect', send);
    connection.on('error', reject);
    connection.on('end', () => {
      clearTimeout(timer);
      resolve();
    });
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
}
