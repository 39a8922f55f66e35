import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a newer release has and this one has not. */
const SCRIPT = '/assets/next-release.js';

/**
 * A server in front of another one, that answers as a newer release of the web app would: its page has another script
 * last, which names its version, and its service worker keeps that one too. It can also be out of reach.
 */
export class NextVersion {
  isNewer = false;
  readonly script = SCRIPT;
  private server: Server | undefined;
  private port = 0;

  constructor(private readonly target: string) {}

  get origin(): string {
    return `http://localhost:${this.port}`;
  }

  async start(): Promise<void> {
    const server = createServer((incoming, outgoing) => this.answer(incoming, outgoing));
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    server?.closeAllConnections();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  private answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, url: path = '' } = incoming;
    if (this.isNewer && path === SCRIPT) {
      outgoing.writeHead(200, { 'content-type': 'text/javascript' }).end();
      return;
    }
    const change = this.isNewer ? CHANGES[path] : undefined;
    const { hostname, port } = new URL(this.target);
    // What is changed on the way is not packed, and is never answered by "not modified".
    const { 'if-none-match': _, 'if-modified-since': __, ...asked } = incoming.headers;
    const headers = change ? { ...asked, 'accept-encoding': 'identity' } : incoming.headers;
    const passed = request({ hostname, port, path, method, headers }, (answer) => {
      if (!change) {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
        return;
      }
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const { 'content-length': _length, etag: _etag, 'last-modified': _modified, ...rest } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 500, rest).end(change(Buffer.concat(parts).toString()));
      });
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  }
}

const CHANGES: Record<string, (text: string) => string> = {
  '/floor': (page) => page.replace('</head>', `<script type="module" src="${SCRIPT}"></script></head>`),
  '/sw.js': (worker) =>
    worker
      .replace('/color-scheme.js,', `/color-scheme.js,${SCRIPT},`)
      .replace(/script:(.)\/assets\/start-[\w-]+\.js/, `script:$1${SCRIPT}`)
      .replace(/version:(.)/, 'version:$1next'),
};
