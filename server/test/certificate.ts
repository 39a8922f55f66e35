import { generateKeyPairSync, sign } from 'node:crypto';

/** A DER value: tag, length, content. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const set = (...parts: Uint8Array[]) => der(0x31, ...parts);
const wrapped = (number: number, ...parts: Uint8Array[]) => der(0xa0 + number, ...parts);
const integer = (value: number) => der(0x02, Buffer.from([value]));
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const bits = (content: Uint8Array) => der(0x03, Buffer.from([0]), content);
const time = (at: Date) => der(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

const ECDSA_SHA256 = oid('2a8648ce3d040302');
const COMMON_NAME = oid('550403');
const ALT_NAME = oid('551d11');
const DAY_MS = 86_400_000;

const pem = (what: string, content: Buffer) =>
  `-----BEGIN ${what}-----\n${content.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${what}-----\n`;

export interface Certificate {
  cert: string;
  key: string;
}

/** A self-signed certificate of a host, valid today. */
export function selfSigned(host: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(COMMON_NAME, der(0x0c, Buffer.from(host)))));
  const now = Date.now();
  const alternative = sequence(ALT_NAME, der(0x04, sequence(der(0x82, Buffer.from(host)))));
  const content = sequence(
    wrapped(0, integer(2)),
    integer(1),
    sequence(ECDSA_SHA256),
    name,
    sequence(time(new Date(now - DAY_MS)), time(new Date(now + DAY_MS))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    wrapped(3, sequence(alternative)),
  );
  const signature = sign('sha256', content, privateKey);
  return {
    cert: pem('CERTIFICATE', sequence(content, sequence(ECDSA_SHA256), bits(signature))),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
