import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { parseEndpointAddress } from '@longshore/contract';
import type * as Ftp from 'basic-ftp';
import { type Outgoing, OutgoingProblem, outgoingProblem } from './outgoing.ts';

export interface FtpUpload {
  /** `ftp://host:21/folder`, or `ftps:` for TLS (explicit; implicit on port 990). */
  url: string;
  username: string;
  password: string;
  /** Folder of the file; empty means the one in the URL. */
  path: string;
  name: string;
  content: string;
}

const IMPLICIT_TLS_PORT = 990;

/** Uploads under a temporary name and renames, so that a receiver never sees an incomplete file. */
async function put({ FTPError }: typeof Ftp, client: Ftp.Client, upload: FtpUpload, folder: string): Promise<void> {
  if (folder) await client.ensureDir(folder);
  const unfinished = `.${upload.name}.part`;
  await client.uploadFrom(Readable.from([Buffer.from(upload.content)]), unfinished);
  try {
    await client.rename(unfinished, upload.name);
  } catch (error) {
    // Some servers do not overwrite a file; one of the same name is the same file, sent before.
    if (!(error instanceof FTPError)) throw error;
    await client.remove(upload.name, true);
    await client.rename(unfinished, upload.name);
  }
}

/** Uploads a file to an FTP server. Data connections go to the host of the control connection only. */
export async function uploadFile(outgoing: Outgoing, upload: FtpUpload): Promise<void> {
  const endpoint = parseEndpointAddress(upload.url);
  if (endpoint?.scheme !== 'ftp' && endpoint?.scheme !== 'ftps') throw new OutgoingProblem('OnlyFtp');
  const { port } = endpoint;
  const host = endpoint.host.replace(/^\[|\]$/g, '');
  const [address] = await outgoing.reach(host);
  const isTls = endpoint.scheme === 'ftps';
  // Few clients have such a webhook: loaded with the first file.
  const ftp = await import('basic-ftp');
  const client = new ftp.Client(outgoing.totalMs);
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    client.close();
  }, outgoing.totalMs);
  try {
    await client.access({
      host: address?.address ?? host,
      port,
      user: upload.username,
      password: upload.password,
      secure: isTls && (port === IMPLICIT_TLS_PORT ? 'implicit' : true),
      ...(isTls && !isIP(host) ? { secureOptions: { servername: host } } : {}),
    });
    await put(ftp, client, upload, upload.path || decodeURIComponent(endpoint.path).replace(/^\/$/, ''));
  } catch (error) {
    if (isLate) throw new OutgoingProblem(`NoAnswerWithin:${outgoing.totalMs / 1000}`);
    if (error instanceof ftp.FTPError) throw new OutgoingProblem(`ServerAnswered:${error.message}`.slice(0, 300));
    throw outgoingProblem(error);
  } finally {
    clearTimeout(late);
    client.close();
  }
}
