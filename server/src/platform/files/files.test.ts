import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { bucketStorage } from './bucket.ts';
import { checkFile, servedMedia } from './file-types.ts';
import { folderStorage } from './folder.ts';
import { openStorage } from './index.ts';
import { downloadLinks } from './links.ts';
import { type FileStorage, isSafePath, StorageFailure } from './storage.ts';

const textOf = async (stream: Readable | undefined) => {
  const parts: Buffer[] = [];
  for await (const part of stream ?? []) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
};

const outside = [
  '../secret',
  '..',
  '/etc/passwd',
  'a/../../b',
  'a\\b',
  'a//b',
  '.hidden',
  'a/.b',
  'A.pdf',
  'a\u0000b',
  '',
];

test.each(outside)('%j is no path of ours', (path) => {
  expect(isSafePath(path)).toBe(false);
});
test.each(['1/0b9d3a6e-ba68-4b0c-8ad8-0d3a.pdf', '12/demo-1.txt', 'x'])('%j is one', (path) => {
  expect(isSafePath(path)).toBe(true);
});

/** What both back ends must do alike. */
function behaves(storage: () => FileStorage): void {
  test('stores, finds, returns and removes', async () => {
    const path = '7/some-file.txt';
    expect(await storage().has(path)).toBe(false);
    expect(await storage().read(path)).toBeUndefined();
    await storage().put(path, Buffer.from('first'));
    await storage().put(path, Buffer.from('第二'));
    expect(await storage().has(path)).toBe(true);
    expect(await textOf(await storage().read(path))).toBe('第二');
    await storage().remove(path);
    expect(await storage().has(path)).toBe(false);
    await storage().remove(path);
  });

  test.each(outside)('refuses the path %j whatever is asked', async (path) => {
    const { put, read, has, remove } = storage();
    for (const ask of [() => put(path, Buffer.from('x')), () => read(path), () => has(path), () => remove(path)])
      await expect((async () => ask())(), path).rejects.toBeInstanceOf(StorageFailure);
  });
}

describe('a folder', () => {
  const root = mkdtempSync(join(tmpdir(), 'longshore-folder-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  behaves(() => folderStorage(join(root, 'files')));

  test('leaves nothing half-written behind', async () => {
    const storage = folderStorage(join(root, 'whole'));
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => storage.put('1/same.txt', Buffer.from(String(n).repeat(5000)))),
    );
    expect(readdirSync(join(root, 'whole', '1'))).toEqual(['same.txt']);
    expect(new Set(await textOf(await storage.read('1/same.txt'))).size).toBe(1);
  });

  test('that cannot be written says so', async () => {
    writeFileSync(join(root, 'in-the-way'), '');
    await expect(folderStorage(join(root, 'in-the-way')).put('1/a.txt', Buffer.from('x'))).rejects.toBeInstanceOf(
      StorageFailure,
    );
    symlinkSync('/nowhere/at/all', join(root, 'dangling'));
    await expect(folderStorage(join(root, 'dangling')).put('1/a.txt', Buffer.from('x'))).rejects.toBeInstanceOf(
      StorageFailure,
    );
  });
});

/** A small S3: objects by address, and every request must be signed. */
function smallBucket() {
  const objects = new Map<string, Buffer>();
  const unsigned: string[] = [];
  const signed = ({ headers }: IncomingMessage) =>
    /^AWS4-HMAC-SHA256 Credential=the-key\/\d{8}\/eu-west-9\/s3\/aws4_request, ?SignedHeaders=[^,]*host[^,]*, ?Signature=[0-9a-f]{64}$/.test(
      headers.authorization ?? '',
    ) &&
    /^\d{8}T\d{6}Z$/.test(String(headers['x-amz-date'])) &&
    headers['x-amz-content-sha256'] !== undefined;
  const server: Server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const key = String(request.url);
    if (!signed(request)) {
      unsigned.push(`${request.method} ${key} ${request.headers.authorization}`);
      return response.writeHead(403).end();
    }
    if (request.method === 'PUT') objects.set(key, Buffer.concat(parts));
    if (request.method === 'DELETE') objects.delete(key);
    const found = objects.get(key);
    if (request.method === 'DELETE') return response.writeHead(204).end();
    if (!found) return response.writeHead(404).end();
    return response
      .writeHead(200, { etag: '"x"', 'content-length': found.length })
      .end(request.method === 'GET' ? found : undefined);
  });
  return { server, objects, unsigned };
}

describe('a bucket', () => {
  const bucket = smallBucket();
  let options: Parameters<typeof bucketStorage>[0];
  beforeAll(async () => {
    await new Promise<void>((resolve) => bucket.server.listen(0, '127.0.0.1', resolve));
    const { port } = bucket.server.address() as AddressInfo;
    const endpoint = `http://127.0.0.1:${port}/`;
    options = { endpoint, bucket: 'longshore', key: 'the-key', secret: 'the-secret', region: 'eu-west-9' };
  });
  afterAll(() => bucket.server.close());
  behaves(() => bucketStorage(options));

  test('keeps objects under the bucket, and signs every request', async () => {
    await bucketStorage(options).put('3/a.pdf', Buffer.from('%PDF-'));
    expect([...bucket.objects]).toEqual([['/longshore/3/a.pdf', Buffer.from('%PDF-')]]);
    expect(bucket.unsigned).toEqual([]);
  });

  test('that refuses or does not answer is a failure of the storage', async () => {
    const stranger = bucketStorage({ ...options, key: 'another-key' });
    await expect(stranger.put('3/b.pdf', Buffer.from('x'))).rejects.toBeInstanceOf(StorageFailure);
    await expect(stranger.has('3/a.pdf')).rejects.toBeInstanceOf(StorageFailure);
    const nobody = bucketStorage({ ...options, endpoint: 'http://127.0.0.1:9' });
    await expect(nobody.read('3/a.pdf')).rejects.toBeInstanceOf(StorageFailure);
  });

  test('needs all of its environment variables, or none', () => {
    const env = {
      LONGSHORE_S3_ENDPOINT: options.endpoint,
      LONGSHORE_S3_BUCKET: 'longshore',
      LONGSHORE_S3_KEY: 'the-key',
      LONGSHORE_S3_SECRET: 'the-secret',
      LONGSHORE_S3_REGION: 'eu-west-9',
    };
    expect(readConfig(env).bucket).toEqual(options);
    expect(readConfig({}).bucket).toBeUndefined();
    expect(() => readConfig({ ...env, LONGSHORE_S3_SECRET: '' })).toThrow('LONGSHORE_S3_SECRET is missing');
    expect(() => readConfig({ ...env, LONGSHORE_S3_ENDPOINT: 's3.example.com' })).toThrow('must be an address');
  });

  test('is used when it is configured', async () => {
    await openStorage('/nowhere', options).put('4/b.txt', Buffer.from('b'));
    expect(bucket.objects.has('/longshore/4/b.txt')).toBe(true);
  });
});

const zip = (inside: string) => Buffer.from(`PK\u0003\u0004.......${inside}.......`, 'latin1');
const png = Buffer.from('\u0089PNG\r\n\u001a\n....', 'latin1');

describe('what may be attached', () => {
  test.each<[string, Buffer, string]>([
    ['guide.pdf', Buffer.from('%PDF-1.7 …'), 'application/pdf'],
    ['Picture.PNG', png, 'image/png'],
    ['photo.jpeg', Buffer.from('\u00ff\u00d8\u00ff\u00e0', 'latin1'), 'image/jpeg'],
    ['a.gif', Buffer.from('GIF89a..'), 'image/gif'],
    ['a.webp', Buffer.from('RIFF....WEBP'), 'image/webp'],
    ['收货说明.txt', Buffer.from('请在上午送达'), 'text/plain'],
    ['rows.csv', Buffer.from('caf\u00e9;1\r\n', 'latin1'), 'text/csv'],
    ['a.json', Buffer.from('{"a":1}'), 'application/json'],
    ['mail.eml', Buffer.from('From: a@b.example\r\n\r\nHello'), 'message/rfc822'],
    ['a.zip', zip(''), 'application/zip'],
    ['a.xlsx', zip('xl/workbook.xml'), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['a.docx', zip('word/document.xml'), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ])('%s', (name, bytes, media) => {
    expect(checkFile(name, bytes)).toMatchObject({ name, media });
    expect(servedMedia(media)).toBe(media);
  });

  test.each<[string, Buffer | string]>([
    ['page.html', '<p>hello</p>'],
    ['drawing.svg', '<svg onload="alert(1)"/>'],
    ['setup.exe', 'MZ....'],
    ['run.sh', '#!/bin/sh'],
    ['run.js', 'alert(1)'],
    ['noending', 'text'],
    ['empty.txt', ''],
    ['page.txt', '\ufeff  <!DOCTYPE html><script>alert(1)</script>'],
    ['page.csv', '<html><body>'],
    ['drawing.txt', '<?xml version="1.0"?><svg/>'],
    ['shell.txt', '#!/bin/sh\nrm -rf /'],
    ['program.txt', 'MZ\u0090'],
    ['binary.csv', 'a\u0000b'],
    ['not.json', '{a:1}'],
    ['not.pdf', 'hello'],
    ['not.png', Buffer.from('%PDF-')],
    ['sheet.xlsx', zip('word/document.xml')],
    ['letter.eml', '<html>From: x'],
    ['.htaccess', 'x'],
    ['../up.txt', 'x'],
    ['a\\b.txt', 'x'],
    ['line\nbreak.txt', 'x'],
    ['invoice\u202efdp.txt', 'x'],
    [`${'x'.repeat(200)}.txt`, 'x'],
    ['', 'x'],
  ])('not %j', (name, content) => {
    expect(typeof checkFile(name, Buffer.from(content))).toBe('string');
  });

  test('an unknown type is served as octet-stream', () => {
    for (const media of ['text/html', 'image/svg+xml', 'application/javascript', ''])
      expect(servedMedia(media)).toBe('application/octet-stream');
  });
});

describe('a link', () => {
  let now = new Date('2026-11-09T10:00:00Z');
  const links = downloadLinks(Buffer.alloc(32, 1), { now: () => now });
  const file = { path: '1/a.pdf', name: '路线 #1?.pdf', media: 'application/pdf' };
  const tokenOf = (address: string) => address.split('/')[2] ?? '';

  test('is valid for five minutes', () => {
    const address = links.make(file);
    expect(address).toMatch(/^\/files\/[\w-]+\.[\w-]{43}\/%E8%B7%AF[^?#]*\.pdf$/);
    expect(links.read(tokenOf(address))).toEqual(file);
    now = new Date(now.getTime() + 300_001);
    expect(links.read(tokenOf(address))).toBeUndefined();
  });

  test('is refused when forged, truncated, changed to another file or signed with another key', () => {
    const [text = '', signature = ''] = tokenOf(links.make(file)).split('.');
    const other = Buffer.from(JSON.stringify(['2/b.pdf', 'b.pdf', 'text/html', now.getTime() + 1e6])).toString(
      'base64url',
    );
    const stranger = downloadLinks(Buffer.alloc(32, 2), { now: () => now });
    for (const token of [
      `${other}.${signature}`,
      `${text}.`,
      text,
      '',
      '.',
      `${text}.${signature}x`,
      `${text}.${signature.slice(0, -2)}`,
      tokenOf(stranger.make(file)),
    ])
      expect(links.read(token), token).toBeUndefined();
  });
});
