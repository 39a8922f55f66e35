import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { afterAll } from 'vitest';
import type { Certificate } from './certificate.ts';

export interface Received {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface Receiver {
  url: string;
  port: number;
  got: Received[];
  /** How it answers from now on. */
  answer: (response: ServerResponse, call: Received) => void;
  close(): Promise<void>;
  open(): Promise<void>;
}

const closers: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closers.splice(0)) await close();
});

async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/**
 * A real HTTP receiver on this machine that stores what it received. Once closed it can be reopened at the same
 * address.
 */
export async function httpReceiver(): Promise<Receiver> {
  const got: Received[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const call = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    got.push(call);
    receiver.answer(response, call);
  };
  let server = createServer(serve);
  const port = await listen(server);
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}`,
    port,
    got,
    answer: (response) => response.end('{"ok":true}'),
    async close() {
      server.closeAllConnections();
      server.close();
    },
    async open() {
      server = createServer(serve);
      await listen(server, port);
    },
  };
  closers.push(() => receiver.close());
  return receiver;
}

/** Writes raw bytes to a connection, without an HTTP server: for answers that a correct server would not give. */
export async function rawReceiver(talk: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    talk(socket);
  });
  const port = await listen(server);
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${port}`;
}

export interface FtpReceiver {
  url: string;
  /** Files by their full path. */
  files: Map<string, string>;
  commands: string[];
  /** The address that PASV answers instead of its own. */
  passiveHost?: string;
}

const openToAll = ['AUTH', 'PBSZ', 'PROT', 'USER', 'PASS', 'FEAT', 'QUIT'];

/** A small real FTP server: one user, passive transfers, folders, renaming; with a certificate also under TLS. */
export async function ftpReceiver(
  user: string,
  password: string,
  options: { epsv?: boolean; tls?: Certificate } = {},
): Promise<FtpReceiver> {
  const receiver: FtpReceiver = { url: '', files: new Map(), commands: [] };
  const folders = new Set(['/']);
  const secured = (socket: Socket): Socket => {
    const secureContext = createSecureContext(options.tls);
    return new TLSSocket(socket, { isServer: true, secureContext }).on('error', () => {});
  };
  const server = createSocketServer((socket) => {
    let control = socket;
    const say = (line: string) => control.write(`${line}\r\n`);
    let [name, signedIn, folder, renaming, isPrivate] = ['', false, '/', '', false];
    let data: Server | undefined;
    let connected: Promise<unknown[]> | undefined;
    const at = (path: string) => (path.startsWith('/') ? path : `${folder === '/' ? '' : folder}/${path}`);
    const passive = async (answer: (port: number) => string) => {
      data = createSocketServer();
      connected = once(data, 'connection');
      say(answer(await listen(data)));
    };
    const store = async (path: string) => {
      const [plain] = (await connected) as [Socket];
      say('150 Send it');
      const socket = isPrivate ? secured(plain) : plain;
      let text = '';
      socket.on('data', (chunk) => (text += chunk));
      await once(socket, 'end');
      socket.end();
      data?.close();
      receiver.files.set(path, text);
      say('226 Stored');
    };
    const commands: Record<string, (rest: string) => unknown> = {
      AUTH: (rest) => {
        if (!options.tls || rest !== 'TLS') return say('502 What?');
        say('234 Go on');
        control.removeAllListeners('data');
        control = secured(control);
        return control.on('data', hear);
      },
      PBSZ: () => say('200 None'),
      PROT: (rest) => {
        isPrivate = rest === 'P';
        say('200 As you like');
      },
      USER: (rest) => {
        name = rest;
        say('331 Password?');
      },
      PASS: (rest) => {
        signedIn = name === user && rest === password;
        say(signedIn ? '230 Welcome' : '530 Login incorrect.');
      },
      FEAT: () => say('211-Features\r\n UTF8\r\n211 End'),
      TYPE: () => say('200 Binary'),
      PWD: () => say(`257 "${folder}"`),
      EPSV: () => (options.epsv === false ? say('500 What?') : passive((port) => `229 Passive (|||${port}|)`)),
      PASV: () =>
        passive(
          (port) =>
            `227 Passive (${(receiver.passiveHost ?? '127.0.0.1').replaceAll('.', ',')},${port >> 8},${port & 255})`,
        ),
      STOR: (rest) => store(at(rest)),
      MKD: (rest) => {
        folders.add(at(rest));
        say(`257 "${at(rest)}" made`);
      },
      CWD: (rest) => {
        const known = rest === '/' || folders.has(at(rest));
        if (known) folder = at(rest);
        say(known ? '250 There' : '550 No such folder');
      },
      RNFR: (rest) => {
        renaming = at(rest);
        say(receiver.files.has(renaming) ? '350 To what?' : '550 No such file');
      },
      RNTO: (rest) => {
        if (receiver.files.has(at(rest))) return say('553 It is there');
        receiver.files.set(at(rest), receiver.files.get(renaming) ?? '');
        receiver.files.delete(renaming);
        return say('250 Renamed');
      },
      DELE: (rest) => say(receiver.files.delete(at(rest)) ? '250 Gone' : '550 No such file'),
      QUIT: () => {
        say('221 Bye');
        control.end();
      },
    };
    const obey = (line: string) => {
      const [verb = '', ...rest] = line.split(' ');
      receiver.commands.push(verb === 'PASS' ? 'PASS' : line);
      const run = commands[verb];
      if (!run) say('502 What?');
      else if (!signedIn && !openToAll.includes(verb)) say('530 Sign in first');
      else run(rest.join(' '));
    };
    const hear = (chunk: Buffer) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) obey(line);
    };
    control.on('error', () => {});
    control.on('data', hear);
    say('220 Small FTP');
  });
  const port = await listen(server);
  receiver.url = `ftp://127.0.0.1:${port}`;
  closers.push(async () => void server.close());
  return receiver;
}
