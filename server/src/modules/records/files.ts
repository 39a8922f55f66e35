import type { FileRecord } from '@longshore/contract';
import { type Actor, actorScope } from '../../platform/auth/actor.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Open, Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { type CheckedFile, checkFile } from '../../platform/files/file-types.ts';
import type { DownloadLinks } from '../../platform/files/links.ts';
import { type FileStorage, storageProblem } from '../../platform/files/storage.ts';
import type { Upload } from '../../platform/http/bind.ts';
import { invalid, notFound, refused } from '../../platform/http/problem.ts';
import type { Ids } from '../../platform/ids.ts';
import { fileColumns } from './files.view.ts';
import { assertKind, clientOfOwner, type OwnerKinds, type OwnerRef } from './owners.ts';
import { trace } from './traces.ts';

export interface FileTools {
  kinds: OwnerKinds;
  storage: FileStorage;
  links: DownloadLinks;
  ids: Ids;
}

export interface KeptFile extends CheckedFile {
  path: string;
  size: number;
}

function checked(file: Upload | undefined): CheckedFile & { bytes: Uint8Array } {
  const found = file ? checkFile(file.name, file.bytes) : 'there is none';
  if (typeof found === 'string' || !file) throw refused(10005, String(found));
  return { ...found, bytes: file.bytes };
}

/**
 * Before the transaction: checks the file, then stores its bytes. An event is written first: when the upload fails
 * later (a crash, a rollback, a repeated call) its job removes the bytes.
 */
export async function keepFile(
  open: Open,
  tools: FileTools,
  actor: Actor,
  owner: OwnerRef,
  file: Upload | undefined,
): Promise<KeptFile> {
  const { bytes, ...about } = checked(file);
  const path = await open(actorScope(actor), async (tx) => {
    const clientId = await clientOfOwner(tx, tools.kinds, actor, owner, 'write');
    if (clientId === undefined) throw invalid('filable_id', 'RecordIsUnknown');
    const made = `${clientId}/${tools.ids.uuid()}.${about.extension}`;
    await recordEvent(tx, { kind: 'file.stored', clientId, payload: { path: made } });
    return made;
  });
  await tools.storage.put(path, bytes).catch((error) => {
    throw storageProblem(error);
  });
  return { ...about, path, size: bytes.length };
}

export async function attachFile(
  tx: Tx,
  kinds: OwnerKinds,
  actor: Actor,
  owner: OwnerRef,
  input: { type: string; comment: string },
  file: KeptFile,
): Promise<FileRecord> {
  const clientId = await clientOfOwner(tx, kinds, actor, owner, 'write');
  if (clientId === undefined) throw invalid('filable_id', 'RecordIsUnknown');
  const { rows } = await sql<FileRecord>`
    insert into files (client_id, filable_type, filable_id, path, original_name, type, media, size, comment, user_id, user_name)
    values (${clientId}, ${owner.type}, ${owner.id}, ${file.path}, ${file.name}, ${input.type}, ${file.media}, ${file.size},
      ${input.comment}, ${actor.id}, ${actor.name})
    returning ${fileColumns(actor)}`.execute(tx);
  if (!rows[0]) throw new Error('The file was not written down.');
  await trace(tx, actor, {
    ...owner,
    clientId,
    subject: 'File added',
    changes: [{ field: 'file', newValue: file.name }],
  });
  await recordEvent(tx, { kind: 'upload.file', clientId, subjectId: owner.id });
  return rows[0];
}

interface StoredFile {
  client_id: number;
  filable_type: OwnerRef['type'];
  filable_id: number;
  original_name: string;
  media: string;
  user_id: number;
}

async function findFile(tx: Tx, kinds: OwnerKinds, actor: Actor, path: string): Promise<StoredFile> {
  const { rows } = await sql<StoredFile>`
    select client_id, filable_type, filable_id, original_name, media, user_id from files where path = ${path} and ${inScope(tx)}`.execute(
    tx,
  );
  const file = rows[0];
  if (!file || (actor.clientId !== null && actor.clientId !== file.client_id)) throw notFound();
  assertKind(kinds, actor, file.filable_type, 'read');
  return file;
}

/** Deletes the row now; a job removes the bytes after the commit. */
export async function deleteFile(tx: Tx, kinds: OwnerKinds, actor: Actor, path: string): Promise<true> {
  const file = await findFile(tx, kinds, actor, path);
  if (file.user_id !== actor.id && !actor.is_su)
    throw refused(10004, 'only a super user or whoever uploaded it may do that');
  const { rows } = await sql`delete from files where path = ${path} and ${inScope(tx)} returning 1`.execute(tx);
  if (!rows.length) throw notFound();
  const { client_id: clientId, filable_type: type, filable_id: id } = file;
  await trace(tx, actor, {
    type,
    id,
    clientId,
    subject: 'File deleted',
    changes: [{ field: 'file', newValue: file.original_name }],
  });
  await recordEvent(tx, { kind: 'upload.file', clientId, subjectId: id });
  await recordEvent(tx, { kind: 'file.deleted', clientId, payload: { path } });
  return true;
}

/** Returns a URL that opens the file for a few minutes, after checking that the bytes exist. */
export async function linkToFile(open: Open, tools: FileTools, actor: Actor, path: string): Promise<string> {
  const file = await open(actorScope(actor), (tx) => findFile(tx, tools.kinds, actor, path), 'read');
  const isThere = await tools.storage.has(path).catch((error) => {
    throw storageProblem(error);
  });
  if (!isThere) throw refused(10003, 'the file is not there any more');
  return tools.links.make({ path, name: file.original_name, media: file.media });
}
