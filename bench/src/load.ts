import { connect, type Socket } from 'node:net';

export interface Measured {
  perSecond: number;
  medianMs: number;
  requests: number;
}

export type Work = (worker: number, turn: number) => Promise<unknown>;

function summary(times: number[], seconds: number): Measured {
  const sorted = times.sort((a, b) => a - b);
  return {
    perSecond: times.length / seconds,
    medianMs: sorted[Math.floor(sorted.length / 2)] ?? 0,
    requests: times.length,
  };
}

/** Runs `work` with several workers at once for some seconds. */
export async function measure(workers: number, seconds: number, work: Work): Promise<Measured> {
  const times: number[] = [];
  const started = performance.now();
  const end = started + seconds * 1000;
  const one = async (worker: number) => {
    for (let turn = 0; performance.now() < end; turn++) {
      const from = performance.now();
      await work(worker, turn);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => one(worker)));
  return summary(times, (performance.now() - started) / 1000);
}

/** One keep-alive connection with minimal client overhead, so that the server and not the client is measured. */
export class Connection {
  private socket: Socket | undefined;
  private buffer: Buffer = Buffer.alloc(0);
  private settle: ((status: number) => void) | undefined;
  constructor(private readonly port: number) {}
  /** Servers close connections that are idle during other subjects' turns; the next request opens a new one. */
  private open(): Socket {
    if (this.socket && !this.socket.destroyed) return this.socket;
    const socket = connect(this.port, '127.0.0.1');
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.read(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('end', () => socket.destroy());
    socket.on('close', () => this.settle?.(0));
    this.socket = socket;
    this.buffer = Buffer.alloc(0);
    return socket;
  }
  private read(chunk: Buffer) {
    this.buffer = this.buffer.length ? Buffer.concat([this.buffer, chunk]) : chunk;
    const headEnd = this.buffer.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.buffer.toString('latin1', 0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (this.buffer.length < headEnd + 4 + length) return;
    this.buffer = this.buffer.subarray(headEnd + 4 + length);
    this.settle?.(Number(head.slice(9, 12)));
  }
  /** Sends a complete request and returns its status; 0 when the connection was lost. */
  private async send(request: string): Promise<number> {
    const socket = this.open();
    const answered = new Promise<number>((resolve) => {
      this.settle = resolve;
    });
    socket.write(request);
    const status = await answered;
    this.settle = undefined;
    return status;
  }
  async get(path: string, token = ''): Promise<void> {
    const status = await this.send(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${bearer(token)}\r\n`);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
  }
  /** Posts a body and returns the status, so that expected rejections can be counted. */
  post(path: string, body: object, token = '', key = ''): Promise<number> {
    return this.write('POST', path, body, token, key);
  }
  put(path: string, body: object, token = '', key = ''): Promise<number> {
    return this.write('PUT', path, body, token, key);
  }
  private write(method: string, path: string, body: object, token: string, key: string): Promise<number> {
    const text = JSON.stringify(body);
    const once = key ? `idempotency-key: ${key}\r\n` : '';
    return this.send(
      `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${bearer(token)}${once}content-type: application/json\r\n` +
        `content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    );
  }
  end() {
    this.socket?.destroy();
  }
}

const bearer = (token: string) => (token ? `authorization: Bearer ${token}\r\n` : '');
