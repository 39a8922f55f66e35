import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { api, CompanyForm, LOGO_MAX_BYTES } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, eventually, type TestApp, testApp } from '../../../test/harness.ts';
import { gif, jpeg, png, webp } from '../../../test/pictures.ts';
import { httpReceiver } from '../../../test/receivers.ts';

const { company } = api;
let it: TestApp;
let admin: Caller;

beforeAll(async () => {
  it = await testApp({ worker: true, allowPrivateWebhooks: true });
  admin = (await it.given.mainUser(['update_company_info'])).caller;
});

const upload = (file: Uint8Array, name = 'logo.png') => admin.upload(company.uploadLogo, { file, name });
const saveLogo = async (logo: string) => {
  const { preferences } = await admin.ok(api.session.boot);
  return admin.call(company.saveConfig, { body: { ...CompanyForm.parse(preferences), logo } });
};
const stored = () => {
  try {
    return readdirSync(join(it.filesDir, 'public')).sort();
  } catch {
    return [];
  }
};

describe('a logo elsewhere', () => {
  /** Saved, and then the copy or the reason why there is none. */
  const copied = async (address: string) => {
    expect((await saveLogo(address)).status).toBe(200);
    return eventually(async () => {
      const { preferences } = await admin.ok(api.session.boot);
      const { logo, logo_picture, logo_problem } = preferences;
      expect(logo).toBe(address);
      return logo_picture || logo_problem ? { logo_picture, logo_problem } : undefined;
    });
  };

  test('is fetched once, stored, and shown from our own address only', async () => {
    const site = await httpReceiver();
    site.answer = (response) => response.end(png(64, 32));
    const { logo_picture: picture } = await copied(`${site.url}/logo.png`);
    expect(picture).toMatch(/^\/pictures\/[0-9a-f-]{36}\.png$/);
    expect((await it.guest.ok(api.session.guestBoot)).logo_picture).toBe(picture);
    const shown = await it.http.inject({ method: 'GET', url: picture });
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png']);
    expect(shown.rawPayload.equals(png(64, 32))).toBe(true);
    await saveLogo(`${site.url}/logo.png`);
    expect(site.got).toHaveLength(1);
    // Another one takes its place, and the copy of the first is removed.
    const second = await copied(`${site.url}/second.png`);
    expect(second.logo_picture).not.toBe(picture);
    await eventually(
      async () => (await it.http.inject({ method: 'GET', url: picture })).statusCode === 404 || undefined,
    );
  });

  test.each<[string, (response: ServerResponse) => void, string]>([
    ['is not there', (response) => response.writeHead(404).end(), 'ServerAnswered:404'],
    ['is a page', (response) => response.end('<script>alert(1)</script>'.padEnd(99)), 'PictureIsUnreadable'],
    ['is too large', (response) => response.end(png(5000, 20)), 'PictureIsTooLarge:4096'],
    ['is too heavy', (response) => response.end(Buffer.alloc(LOGO_MAX_BYTES + 1)), 'ServerAnswered:200'],
  ])('that %s is not shown, and the reason is', async (what, answer, problem) => {
    const site = await httpReceiver();
    site.answer = answer;
    const address = `${site.url}/${encodeURIComponent(what)}.png`;
    expect(await copied(address)).toEqual({ logo_picture: '', logo_problem: problem });
  });

  test('that an earlier release stored is fetched when a server starts, of the company and of clients', async () => {
    const site = await httpReceiver();
    site.answer = (response) => response.end(png(64, 32));
    const earlier = await testApp();
    const id = await earlier.given.client();
    await earlier.database.owner('update company set logo = $1', [`${site.url}/company.png`]);
    await earlier.database.owner('update clients set logo_uri = $2 where id = $1', [id, `${site.url}/client.png`]);
    const upgraded = await testApp({ database: earlier.database, worker: true, allowPrivateWebhooks: true });
    const boss = await upgraded.as('super');
    const pictures = await eventually(async () => {
      const shown = [
        (await upgraded.guest.ok(api.session.guestBoot)).logo_picture,
        (await boss.ok(api.clients.get, { params: { id } })).logo_picture,
      ];
      return shown.every(Boolean) ? shown : undefined;
    });
    expect(pictures).toEqual([expect.stringMatching(/^\/pictures\//), expect.stringMatching(/^\/pictures\//)]);
    await upgraded.halt();
  });

  test('in our own network is not called', async () => {
    const guarded = await testApp({ worker: true });
    const { caller } = await guarded.given.mainUser(['update_company_info']);
    const site = await httpReceiver();
    const { preferences } = await caller.ok(api.session.boot);
    const body = { ...CompanyForm.parse(preferences), logo: `${site.url}/logo.png` };
    await caller.ok(company.saveConfig, { body });
    const problem = await eventually(
      async () => (await caller.ok(api.session.boot)).preferences.logo_problem || undefined,
    );
    expect([problem, site.got]).toEqual(['AddressIsPrivate:127.0.0.1', []]);
  });
});

describe('a logo', () => {
  test.each([
    ['png', png(40, 20), 'image/png'],
    ['jpg', jpeg(40, 20), 'image/jpeg'],
    ['gif', gif(40, 20), 'image/gif'],
    ['webp', webp(40, 20), 'image/webp'],
  ])('that is a %s is stored, saved, and shown to guests as what it is', async (extension, bytes, media) => {
    // The name says nothing: what the bytes are decides.
    const reply = await upload(bytes, 'logo.bin');
    expect(reply.status).toBe(200);
    const { logo } = reply.data;
    expect(logo).toMatch(new RegExp(`^/pictures/[0-9a-f-]{36}\\.${extension}$`));
    expect((await saveLogo(logo)).status).toBe(200);
    expect((await it.guest.ok(api.session.guestBoot)).logo).toBe(logo);
    const shown = await it.http.inject({ method: 'GET', url: logo });
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, media]);
    expect(shown.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(shown.rawPayload.equals(bytes)).toBe(true);
  });

  test('that was replaced is removed from the storage', async () => {
    const [first, second] = [(await upload(png(10, 10))).data.logo, (await upload(png(11, 11))).data.logo];
    await saveLogo(first);
    await saveLogo(second);
    const name = (address: string) => address.split('/').at(-1);
    await eventually(async () => (stored().includes(String(name(first))) ? undefined : true));
    expect(stored()).toContain(name(second));
    expect((await it.http.inject({ method: 'GET', url: first })).statusCode).toBe(404);
  });

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'.padEnd(200));
  test.each<[string, Buffer, string]>([
    ['text', Buffer.from('not a picture at all, only words about one'), 'PictureIsUnreadable'],
    ['a drawing that can hold scripts', svg, 'PictureIsUnreadable'],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(100)), 'PictureIsUnreadable'],
    ['the first bytes of a picture', png(40, 20).subarray(0, 33), 'PictureIsUnreadable'],
    ['a picture of no width', png(0, 20), 'PictureIsUnreadable'],
    ['a picture of 5,000 pixels', png(5000, 20), 'PictureIsTooLarge:4096'],
    ['a heavy one', Buffer.concat([png(40, 20), Buffer.alloc(LOGO_MAX_BYTES)]), 'PictureIsTooHeavy:1'],
  ])('that is %s is refused with 10006, and nothing is stored', async (_, bytes, key) => {
    const before = stored();
    const { status, body } = await upload(bytes);
    expect([status, body.error_code, body.keys]).toEqual([400, 10006, { _: [key] }]);
    expect(body.message).toContain('Invalid image file');
    expect(stored()).toEqual(before);
  });

  test('that was not saved in time must be uploaded again', async () => {
    const reply = await saveLogo('/pictures/00000000-0000-4000-8000-000000000000.png');
    expect([reply.status, reply.body.keys]).toEqual([422, { logo: ['LogoIsGone'] }]);
  });

  test('is uploaded by those who may change the company only', async () => {
    const client = await it.as('client');
    const reply = await client.upload(company.uploadLogo, { file: png(4, 4), name: 'logo.png' });
    expect(reply.status).toBe(403);
  });

  test.each([
    '/pictures/x.png',
    '/pictures/..%2f..%2fsecret.key',
    '/pictures/00000000-0000-4000-8000-000000000000.svg',
  ])('%s is nothing', async (url) => {
    expect((await it.http.inject({ method: 'GET', url })).statusCode).toBe(404);
  });
});
