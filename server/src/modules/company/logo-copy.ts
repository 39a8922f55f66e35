import { isUploadedPicture, LOGO_MAX_BYTES } from '@longshore/contract';
import { type Sql, sql } from '../../platform/database/sql.ts';
import { type Open, staffScope, type Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { readStored } from '../../platform/files/storage.ts';
import type { Job, JobContext } from '../../platform/jobs/worker.ts';
import { type Outgoing, OutgoingProblem } from '../../platform/outgoing/outgoing.ts';
import { type LogoTools, putLogo, readLogo, releaseLogo, storagePathOf } from './logo.ts';

/** Browsers and papers load no picture from other sites: a logo elsewhere is fetched once, and its copy is shown. */
export interface CopyTools extends LogoTools {
  outgoing: Outgoing;
}

/** Whose logo it is, with the copy that it had before. */
export interface LogoOwner {
  address: string;
  picture: string;
}

export interface LogoCopy {
  /** The public address of the copy; empty when there is none. */
  picture: string;
  /** Why there is none, as a message of the catalogue. */
  problem: string;
}

const WAIT_MS = 10_000;

/** The address of the picture that is shown for a logo: an uploaded one, or the copy that was made of this very address. */
export const shownLogo = (logo: Sql): Sql<string> =>
  sql`case when ${logo} like '/pictures/%' then ${logo} when logo_fetched = ${logo} then logo_picture else '' end`;

/** Why the logo of this address is not shown; empty when it is, or was not fetched yet. */
export const logoProblem = (logo: Sql): Sql<string> =>
  sql`case when logo_fetched = ${logo} then logo_problem else '' end`;

/** The bytes at an address. One of our own pictures is read from the storage, because we do not call ourselves. */
async function loadPicture({ storage, outgoing }: CopyTools, address: string): Promise<Uint8Array> {
  const { pathname } = new URL(address);
  const own = isUploadedPicture(pathname) ? await readStored(storage, storagePathOf(pathname)) : undefined;
  return own ?? outgoing.download(address, { bytes: LOGO_MAX_BYTES, totalMs: WAIT_MS });
}

async function copyOf(open: Open, tools: CopyTools, address: string): Promise<LogoCopy> {
  if (!address || isUploadedPicture(address)) return { picture: '', problem: '' };
  const loaded = await loadPicture(tools, address).catch((error: unknown) => {
    if (error instanceof OutgoingProblem) return error;
    throw error;
  });
  if (loaded instanceof OutgoingProblem) return { picture: '', problem: loaded.reason };
  const picture = readLogo(loaded);
  if (typeof picture === 'string') return { picture: '', problem: picture };
  return { picture: await putLogo(open, tools, staffScope, loaded, picture), problem: '' };
}

/**
 * Fetches a logo and has the copy written. `write` answers whether the logo still is the one that was fetched; a copy
 * that nobody refers to is removed an hour later.
 */
export async function copyLogo(
  { open }: Pick<JobContext, 'open'>,
  tools: CopyTools,
  owner: LogoOwner,
  write: (tx: Tx, copy: LogoCopy) => Promise<boolean>,
): Promise<void> {
  const copy = await copyOf(open, tools, owner.address);
  await open(staffScope, async (tx) => {
    if (await write(tx, copy)) await releaseLogo(tx, owner.picture);
  });
}

/** Of a logo that has no copy yet: it was changed, or fetched in vain and is tried again every night. */
export const isUncopied = (logo: Sql, againToo: boolean): Sql<boolean> =>
  againToo ? sql`(logo_fetched <> ${logo} or logo_problem <> '')` : sql`logo_fetched <> ${logo}`;

/** Copies the company's logo after a save and at the start of a worker; every night also one that could not be fetched before. */
export const copyCompanyLogoJob =
  (tools: CopyTools): Job =>
  async (context, payload) => {
    const logo = sql.ref('logo');
    const { rows } = await context.open(
      staffScope,
      (tx) =>
        sql<LogoOwner>`select logo as address, logo_picture as picture from company
          where ${isUncopied(logo, payload.saved !== true)}`.execute(tx),
      'read',
    );
    for (const owner of rows)
      await copyLogo(context, tools, owner, async (tx, { picture, problem }) => {
        const written = await sql`
          update company set logo_fetched = ${owner.address}, logo_picture = ${picture}, logo_problem = ${problem}
          where logo = ${owner.address}`.execute(tx);
        if (written.count) await recordEvent(tx, { kind: 'company_logo.copied' });
        return written.count > 0;
      });
  };
