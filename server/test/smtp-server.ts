import { createServer, type Server } from 'node:net';

/** A minimal SMTP server: stores each message as it was sent. */
export class SmtpServer {
  readonly letters: string[] = [];
  /** Awaited before a message is accepted. */
  accepting: Promise<unknown> = Promise.resolve();
  private readonly server: Server;
  private open: { destroy(): void }[] = [];
  constructor() {
    this.server = createServer((socket) => {
      this.open.push(socket);
      let letter: string | undefined;
      const say = (line: string) => socket.write(`${line}\r\n`);
      say('220 post office');
      socket.on('error', () => {});
      socket.on('data', (chunk) => {
        const text = String(chunk);
        if (letter !== undefined) {
          letter += text;
          if (!letter.endsWith('\r\n.\r\n')) return;
          this.letters.push(letter);
          letter = undefined;
          void this.accepting.then(() => say('250 kept'));
        } else if (/^DATA/i.test(text)) {
          letter = '';
          say('354 go on');
        } else if (/^QUIT/i.test(text)) say('221 bye');
        else say('250 fine');
      });
    });
  }
  async start(port = 0): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
    return (this.server.address() as { port: number }).port;
  }
  async stop(): Promise<void> {
    for (const socket of this.open.splice(0)) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
