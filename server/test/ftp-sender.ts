import { type FtpUpload, uploadFile } from '../src/platform/outgoing/ftp.ts';
import { makeOutgoing } from '../src/platform/outgoing/outgoing.ts';

/** Sends a file from a separate process, which may trust other certificate authorities, and prints the outcome. */
const here = [{ address: '127.0.0.1', family: 4 }];
const outgoing = makeOutgoing({ allowPrivate: true, resolve: async () => here });
const upload = JSON.parse(process.argv[2] ?? '{}') as FtpUpload;
const outcome = await uploadFile(outgoing, upload).then(
  () => 'sent',
  (error: Error) => `${error.constructor.name}: ${error.message}`,
);
process.stdout.write(outcome);
