import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { selfSigned } from '../../../test/certificate.ts';
import { ftpReceiver } from '../../../test/receivers.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../../..');
const folder = mkdtempSync(join(tmpdir(), 'longshore-ftps-'));
// Beside the server's bundle, where the packages are found that a bundle leaves out.
const sender = join(root, 'server/dist/ftp-sender-of-tests.mjs');
const trusted = join(folder, 'trusted.pem');
const ours = selfSigned('files.example');

beforeAll(async () => {
  writeFileSync(trusted, ours.cert);
  const build = `import('./tools/lib/build.mjs').then((tools) => tools.bundle('server/test/ftp-sender.ts', '${sender}'))`;
  await run(process.execPath, ['-e', build], { cwd: root });
});
afterAll(() => {
  for (const made of [folder, sender, `${sender}.map`]) rmSync(made, { recursive: true, force: true });
});

/** Sends from a process of its own, because extra certificate authorities are read when a process starts. */
async function send(url: string, env: Record<string, string> = {}): Promise<string> {
  const upload = { url, username: 'dock', password: 'secret', path: '/in', name: 'a.json', content: '{"é":1}' };
  const { stdout } = await run(process.execPath, [sender, JSON.stringify(upload)], { env: { ...process.env, ...env } });
  return stdout;
}
const trusting = { NODE_EXTRA_CA_CERTS: trusted };
const server = async (host = 'files.example', tls = true) => {
  const made = await ftpReceiver('dock', 'secret', tls ? { tls: ours } : {});
  return { ...made, url: made.url.replace('ftp://127.0.0.1', `ftps://${host}`) };
};
const signIns = (commands: string[]) => commands.filter((line) => /^(USER|PASS)/.test(line));

describe('FTP with TLS', () => {
  test('encrypts the sign-in and the file', async () => {
    const { url, files, commands } = await server();
    expect(await send(url, trusting)).toBe('sent');
    expect(Object.fromEntries(files)).toEqual({ '/in/a.json': '{"é":1}' });
    const [first, ...rest] = commands;
    expect(first).toBe('AUTH TLS');
    expect(rest.indexOf('PROT P')).toBeLessThan(rest.findIndex((line) => line.startsWith('STOR')));
    expect(signIns(rest)).toEqual(['USER dock', 'PASS']);
  });

  test.each([
    ['a certificate that nobody trusts', 'files.example', {}, 'OutgoingProblem: self-signed certificate'],
    ['a certificate of another host', 'other.example', trusting, 'altnames'],
    ['a certificate of a name where an address was asked', '127.0.0.1', trusting, 'altnames'],
  ])('tells nothing to whoever has %s', async (_what, host, env, problem) => {
    const { url, files, commands } = await server(host);
    expect(await send(url, env)).toContain(problem);
    expect([commands, files.size]).toEqual([['AUTH TLS'], 0]);
  });

  test('sends no credentials to a server without TLS', async () => {
    const { url, files, commands } = await server('files.example', false);
    expect(await send(url, trusting)).toBe('OutgoingProblem: the server answered 502 What?');
    expect([signIns(commands), files.size]).toEqual([[], 0]);
  });
});
