/**
 * The cookie `lara_auth` keeps the login across page loads. Where `crypto.subtle` is available (https and localhost)
 * its value is encrypted with AES-GCM under a non-extractable key in IndexedDB, so a copied cookie is useless
 * elsewhere. On plain http there is no `crypto.subtle`, and the value is only encoded. The server never reads this
 * cookie: calls carry the token in their Authorization header.
 */
export interface SavedLogin {
  token: string;
  secret?: string;
  expire: string;
  timezone: string;
  /** Whose it is, once the server has said so. */
  owner?: string;
}

const COOKIE = 'lara_auth';
const DATABASE = 'longshore';
const STORE = 'keys';

const toText = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const toBytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function openKeys(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  return resultOf(opening);
}

/** Two tabs may sign in at once: both use the key that was stored first. */
async function encryptionKey(): Promise<CryptoKey | undefined> {
  if (!globalThis.crypto?.subtle || !globalThis.indexedDB) return undefined;
  try {
    const newKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    const database = await openKeys();
    const store = database.transaction(STORE, 'readwrite').objectStore(STORE);
    const existing = (await resultOf(store.get(COOKIE))) as CryptoKey | undefined;
    if (!existing) await resultOf(store.put(newKey, COOKIE));
    database.close();
    return existing ?? newKey;
  } catch {
    // Private windows may refuse IndexedDB: a cookie that is only encoded beats no session.
    return undefined;
  }
}

async function encryptLogin(login: SavedLogin): Promise<string> {
  const plain = new TextEncoder().encode(JSON.stringify(login));
  const key = await encryptionKey();
  if (!key) return `p.${toText(plain)}`;
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const encrypted = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain));
  return `e.${toText(iv)}.${toText(encrypted)}`;
}

async function decryptLogin(value: string): Promise<SavedLogin> {
  const [kind, first = '', second = ''] = value.split('.');
  if (kind === 'p') return JSON.parse(new TextDecoder().decode(toBytes(first)));
  const key = await encryptionKey();
  if (kind !== 'e' || !key) throw new Error('The saved login cannot be read here');
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: toBytes(first) }, key, toBytes(second));
  return JSON.parse(new TextDecoder().decode(plain));
}

const flags = () => `Path=/; SameSite=Strict${location.protocol === 'https:' ? '; Secure' : ''}`;

function writeCookie(value: string, expires: Date) {
  // The Cookie Store API is missing on plain http, where this must work too.
  Reflect.set(document, 'cookie', `${COOKIE}=${value}; Expires=${expires.toUTCString()}; ${flags()}`);
}

export async function saveLogin(login: SavedLogin): Promise<void> {
  writeCookie(await encryptLogin(login), new Date(login.expire));
}

export function forgetLogin(): void {
  writeCookie('', new Date(0));
}

const savedValue = () =>
  document.cookie
    .split('; ')
    .find((part) => part.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);

/** Whether a login is saved; only reading it tells whether it is valid. */
export const hasLogin = () => Boolean(savedValue());

/** The saved login; undefined when there is none, it has expired, or another browser wrote it. */
export async function readLogin(): Promise<SavedLogin | undefined> {
  const value = savedValue();
  if (!value) return undefined;
  try {
    const login = await decryptLogin(value);
    return new Date(login.expire).getTime() > Date.now() ? login : undefined;
  } catch {
    return undefined;
  }
}
