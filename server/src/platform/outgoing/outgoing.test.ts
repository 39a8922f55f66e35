import { describe, expect, test } from 'vitest';
import { ftpReceiver, httpReceiver, rawReceiver } from '../../../test/receivers.ts';
import { isPublicAddress } from './address-rules.ts';
import { uploadFile } from './ftp.ts';
import { makeOutgoing, OutgoingProblem, type Resolve } from './outgoing.ts';

const resolving =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
const post = (url: string) => ({ url, method: 'POST' as const, headers: {}, body: '{"a":1}' });
const open = makeOutgoing({ allowPrivate: true, connectMs: 400, totalMs: 800 });
const guarded = (resolve: Resolve = resolving()) => makeOutgoing({ allowPrivate: false, resolve });

describe('an address of the public internet', () => {
  test.each([
    ['8.8.8.8', true],
    ['172.15.255.255', true],
    ['172.32.0.1', true],
    ['100.63.255.255', true],
    ['2606:4700::1111', true],
    ['127.0.0.1', false],
    ['127.255.0.9', false],
    ['0.0.0.0', false],
    ['10.1.2.3', false],
    ['172.16.0.1', false],
    ['172.31.255.255', false],
    ['192.168.1.1', false],
    ['100.64.0.1', false],
    ['100.100.100.200', false],
    ['169.254.169.254', false],
    ['168.63.129.16', false],
    ['192.0.0.192', false],
    ['198.18.0.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:7f00:1', false],
    ['::ffff:8.8.8.8', false],
    ['::7f00:1', false],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
    ['2001:0:7f00:1::', false],
    ['2001:db8::1', false],
    ['fe80::1', false],
    ['fe80::1%eth0', false],
    ['fc00::1', false],
    ['fd00:ec2::254', false],
    ['ff02::1', false],
    ['', false],
    ['localhost', false],
  ])('%s: %s', (address, is) => expect(isPublicAddress(address)).toBe(is));
});

describe('addresses entered by users cannot reach the internal network', () => {
  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data',
    'https://10.0.0.8/',
    'http://0/',
  ])('%s', async (url) => {
    await expect(guarded().send(post(url))).rejects.toThrow('is not an address of the public internet');
  });

  test('by a name, when any of its addresses is private', async () => {
    for (const addresses of [['10.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['2606:4700::1111', 'fd00::1']])
      await expect(guarded(resolving(...addresses)).send(post('http://hooks.example/'))).rejects.toThrow(
        'is not an address of the public internet',
      );
    await expect(guarded().send(post('http://hooks.example/'))).rejects.toThrow('there is no such host');
  });

  test('by FTP, plain or with TLS', async () => {
    const upload = { username: 'u', password: 'p', path: '', name: 'a.json', content: '' };
    for (const url of ['ftp://127.0.0.1/', 'ftps://0177.0.0.1/', 'ftp://2130706433/', 'ftp://hooks.example/'])
      await expect(uploadFile(guarded(resolving('192.168.0.4')), { ...upload, url })).rejects.toThrow(
        'is not an address of the public internet',
      );
  });

  test('by another protocol', async () => {
    await expect(open.send(post('file:///etc/passwd'))).rejects.toThrow(OutgoingProblem);
  });
});

test('connects to the checked address: a name is resolved once', async () => {
  const receiver = await httpReceiver();
  const answers = ['127.0.0.1', '203.0.113.9'];
  let lookups = 0;
  const outgoing = makeOutgoing({
    allowPrivate: true,
    resolve: async () => [{ address: answers[lookups++] ?? '', family: 4 }],
  });
  const answer = await outgoing.send(post(`http://rebinding.example:${receiver.port}/x`));
  expect([answer.status, lookups, receiver.got[0]?.headers.host]).toEqual([
    200,
    1,
    `rebinding.example:${receiver.port}`,
  ]);
});

describe('a receiver', () => {
  test('gets method, headers and body; redirects are not followed', async () => {
    const receiver = await httpReceiver();
    const target = await httpReceiver();
    receiver.answer = (response) => response.writeHead(307, { location: target.url }).end();
    const answer = await open.send({ ...post(receiver.url), method: 'PUT', headers: { 'x-a': 'é' } });
    expect([answer.status, target.got.length, answer.isComplete]).toEqual([307, 0, true]);
    expect(receiver.got[0]).toMatchObject({ method: 'PUT', body: '{"a":1}' });
  });

  test('with an endless answer is cut off after 64 kB, and says so; its status counts', async () => {
    const receiver = await httpReceiver();
    receiver.answer = (response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      };
      response.on('drain', more);
      more();
    };
    const answer = await open.send(post(receiver.url));
    expect([answer.status, answer.text.length, answer.isComplete]).toEqual([200, 65_536, false]);
  });

  test('that does not answer, or stops half-way, times out', async () => {
    const silent = await rawReceiver(() => {});
    await expect(open.send(post(silent))).rejects.toThrow('no answer within 0.8 seconds');
    const halting = await rawReceiver((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc'));
    expect(await open.send(post(halting))).toEqual({ status: 200, text: 'abc', isComplete: false });
    const cutting = await rawReceiver((socket) => socket.destroy());
    await expect(open.send(post(cutting))).rejects.toThrow('the connection was cut');
    await expect(open.send(post('http://127.0.0.1:1/'))).rejects.toThrow('the connection was refused');
  });

  test('that answers twice counts once', async () => {
    const twice = await rawReceiver((socket) =>
      socket.once('data', () => {
        const answer = 'HTTP/1.1 204 No Content\r\n\r\n';
        socket.write(`${answer}HTTP/1.1 500 Oh\r\ncontent-length: 0\r\n\r\n`);
        setTimeout(() => socket.write(answer), 20);
      }),
    );
    expect((await open.send(post(twice))).status).toBe(204);
    await new Promise((resolve) => setTimeout(resolve, 60));
  });
});

describe('FTP', () => {
  const upload = { username: 'dock', password: 'secret', path: '', name: 'a.json', content: '{"é":1}' };

  test('leaves complete files only, and the same file twice is harmless', async () => {
    const server = await ftpReceiver('dock', 'secret');
    const file = { ...upload, url: `${server.url}/from the address`, path: '/in/new orders' };
    await uploadFile(open, file);
    await uploadFile(open, { ...file, content: '{"é":2}' });
    await uploadFile(open, { ...file, path: '' });
    expect(Object.fromEntries(server.files)).toEqual({
      '/in/new orders/a.json': '{"é":2}',
      '/from the address/a.json': '{"é":1}',
    });
    expect(server.commands.filter((line) => line.startsWith('STOR'))).toEqual(Array(3).fill('STOR .a.json.part'));
  });

  test('over PASV, to the same host only', async () => {
    const server = await ftpReceiver('dock', 'secret', { epsv: false });
    await uploadFile(open, { ...upload, url: server.url });
    expect(server.files.get('/a.json')).toBe('{"é":1}');
    server.passiveHost = '10.0.0.1';
    await expect(uploadFile(open, { ...upload, url: server.url })).rejects.toThrow('another host');
  });

  test('says why it failed, without the password', async () => {
    const server = await ftpReceiver('dock', 'other');
    const failure = await uploadFile(open, { ...upload, url: server.url }).catch((error: Error) => error.message);
    expect(failure).toBe('the server answered 530 Login incorrect.');
    await expect(uploadFile(open, { ...upload, url: 'ftp://127.0.0.1:1/' })).rejects.toThrow('was refused');
    const silent = (await rawReceiver(() => {})).replace('http:', 'ftp:');
    await expect(uploadFile(open, { ...upload, url: silent })).rejects.toThrow(OutgoingProblem);
  });
});
