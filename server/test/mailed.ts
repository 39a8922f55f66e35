import type { TestApp } from './harness.ts';

/** The text of the newest mail to an address, as it is sent: with its links. */
export async function mailedText({ database, vault }: TestApp, address: string): Promise<string> {
  const [mail] = await database.owner<{ body_sealed: Buffer }>(
    'select body_sealed from mails where recipient = $1 order by id desc limit 1',
    [address],
  );
  return mail ? vault.open(mail.body_sealed) : '';
}

/** The token in the link of the newest mail that sets a password. */
export const mailedResetToken = async (app: TestApp, address: string): Promise<string> =>
  /\/auth\/reset-password\/([\w-]{40,})/.exec(await mailedText(app, address))?.[1] ?? '';
