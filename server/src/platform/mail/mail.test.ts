import { api } from '@longshore/contract';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { eventually, type TestApp, testApp } from '../../../test/harness.ts';
import { SmtpServer } from '../../../test/smtp-server.ts';
import { housekeeping } from '../upkeep/housekeeping.ts';

let office = new SmtpServer();
let it: TestApp;
afterEach(async () => {
  await it.stop();
  await office.stop();
  office = new SmtpServer();
});

const LINK = /reset-password\/[\w-]{40,}/;
/** Every text that the database has of the newest mail, decrypted. */
const storedTexts = async () => {
  const [row] = await it.database.owner<Record<string, unknown>>('select * from mails order by id desc limit 1');
  return Object.values(row ?? {}).flatMap((value) => (Buffer.isBuffer(value) ? [it.vault.open(value)] : []));
};

const forget = () => it.guest.ok(api.session.forgotPassword, { body: { email: 'liwei@northfield.test' } });
const outbox = async () => (await it.as('super')).ok(api.operations.outbox);
const mailIs = (state: string) =>
  eventually(async () => {
    const [mail] = await outbox();
    return mail?.state === state ? mail : undefined;
  });
const runs = () =>
  it.database.owner<{ attempt: number; state: string; problem: string; payload: object }>(
    "select attempt, state, problem, payload from job_runs where task = 'send-mail' and job_id not like 'demo %' order by id",
  );

describe('mail', () => {
  test('without a mail server is kept in the outbox, by a recorded job', async () => {
    it = await testApp({ worker: true });
    await forget();
    const mail = await mailIs('kept');
    expect(mail).toMatchObject({ to: 'liwei@northfield.test', subject: 'Choose a new password', problem: '' });
    expect(await runs()).toMatchObject([{ attempt: 1, state: 'done', problem: '', payload: { mail_id: mail.id } }]);
    const [event] = await it.database.owner("select dispatched_at from events where kind = 'mail.queued'");
    expect(event?.dispatched_at).not.toBeNull();
  });

  test('is sent through SMTP, complete and in any script', async () => {
    const port = await office.start();
    it = await testApp({ worker: true, smtpUrl: `smtp://127.0.0.1:${port}` });
    await it.database.owner("update users set lang = 'ch' where email = 'liwei@northfield.test'");
    await forget();
    const mail = await mailIs('sent');
    const [letter = ''] = office.letters;
    expect(letter).toContain('To: liwei@northfield.test');
    expect(letter).toContain('From: Longshore <longshore@warehouse.example>');
    expect(letter).toContain('Subject: =?UTF-8?');
    const encoded = letter.split('\r\n\r\n').slice(1).join('');
    const body = /base64/.test(letter) ? Buffer.from(encoded, 'base64').toString() : encoded;
    expect(mail.text).toContain('https://warehouse.example/auth/reset-password/…');
    expect(body.replace(/=\r\n/g, '')).toMatch(LINK);
    expect(body.includes('有人') || body.includes('=E6=9C=89')).toBe(true);
    expect(office.letters).toHaveLength(1);
  });

  test('that fails records why, is retried, and is then sent once', async () => {
    const port = await office.start();
    await office.stop();
    office = new SmtpServer();
    it = await testApp({ worker: true, smtpUrl: `smtp://127.0.0.1:${port}` });
    await forget();
    const failed = await mailIs('failed');
    expect(failed.problem).toContain('ECONNREFUSED');
    await eventually(async () => ((await runs()).length ? true : undefined));
    expect(await runs()).toMatchObject([
      { attempt: 1, state: 'failed', problem: expect.stringContaining('ECONNREFUSED') },
    ]);
    await office.start(port);
    // The queue would wait a little longer each time; the test does not.
    await it.database.scoped({ role: 'app_worker' }, async (client) => {
      await client.query('update graphile_worker._private_jobs set run_at = now()');
      await client.query('commit');
    });
    await mailIs('sent');
    await eventually(async () => ((await runs()).length === 2 ? true : undefined));
    expect((await runs()).map((run) => [run.attempt, run.state])).toEqual([
      [1, 'failed'],
      [2, 'done'],
    ]);
    expect(office.letters).toHaveLength(1);
  });

  test('whose job was given to another worker while it is being sent is sent once', async () => {
    const port = await office.start();
    let accept = () => {};
    office.accepting = new Promise<void>((resolve) => {
      accept = resolve;
    });
    it = await testApp({ worker: true, smtpUrl: `smtp://127.0.0.1:${port}` });
    await forget();
    await eventually(async () => (office.letters.length ? true : undefined));
    // What another process does that takes this one for dead, because the connection with its locks was lost.
    const freed = await it.database.owner(
      'update graphile_worker._private_jobs set locked_by = null, locked_at = null, run_at = now() returning id',
    );
    expect(freed).toHaveLength(1);
    await eventually(async () => ((await runs()).length ? true : undefined));
    expect(await runs()).toMatchObject([{ state: 'failed', problem: 'This mail is being sent by another job.' }]);
    accept();
    await mailIs('sent');
    expect(office.letters).toHaveLength(1);
  });

  test.each(['sent', 'kept'])(
    'with a link that signs somebody in: once %s, the link is nowhere stored',
    async (state) => {
      const smtpUrl = state === 'sent' ? { smtpUrl: `smtp://127.0.0.1:${await office.start()}` } : {};
      it = await testApp({ worker: true, ...smtpUrl });
      await forget();
      const mail = await mailIs(state);
      expect(mail.text).toContain('/auth/reset-password/…');
      const texts = await storedTexts();
      expect(texts.length).toBeGreaterThan(0);
      for (const text of texts) expect(text).not.toMatch(LINK);
    },
  );

  test('with a link is shown masked while it waits; the link is removed after a day when it could not be sent', async () => {
    it = await testApp();
    await forget();
    expect((await outbox())[0]?.text).toContain('/auth/reset-password/…');
    expect((await outbox())[0]?.text).not.toMatch(LINK);
    expect((await storedTexts()).some((text) => LINK.test(text))).toBe(true);
    await it.database.owner("update mails set created_at = now() - interval '25 hours'");
    await housekeeping({ open: it.app.open, log: pino({ level: 'silent' }) }, {}, { number: 1, isLast: false });
    for (const text of await storedTexts()) expect(text).not.toMatch(LINK);
  });
});
