import pg from 'pg';

/** The driver's data of a connection, and what it can send. */
interface Cancellable {
  processID: number;
  secretKey: number;
  host: string;
  port: number;
  ssl: unknown;
  sslNegotiation: string;
}
interface CancelConnection {
  stream: { destroy(): void };
  on(event: 'connect' | 'sslconnect' | 'end', listener: () => void): void;
  on(event: 'error', listener: (error: Error) => void): void;
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
}

const CANCEL_MS = 2_000;

/**
 * Cancels what a connection is executing, by the protocol's cancel request: it needs neither rights nor a free
 * connection. Resolves when PostgreSQL has closed the request, which it does after signalling the backend; after one
 * more round trip on the connection the signal can no longer hit a later statement.
 */
export function cancelStatement(client: pg.ClientBase): Promise<void> {
  const { processID, secretKey, host, port, ssl, sslNegotiation } = client as unknown as Cancellable;
  const connection = new pg.Connection({ ssl, sslNegotiation } as never) as unknown as CancelConnection;
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
