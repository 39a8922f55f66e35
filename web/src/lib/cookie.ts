/**
 * The cookie `lara_auth` keeps the login across page loads. Where the browser offers `crypto.subtle` (https and
 * localhost) its value is encrypted by AES-GCM under a key that lives in IndexedDB and can never be exported, so a
 * copied cookie jar is worth nothing elsewhere. On a plain http address there is no `crypto.subtle`: there the value
 * is only encoded. The server never reads this cookie, calls carry the token in their Authorization header.
 */
export interface SavedLogin {
  token: string;
  secret?: string;
  expire: string;
  timezone: string;
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

const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function openKeys(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  return settled(opening);
}

/** Two tabs may sign in at once: the first key to be stored is the one both use. */
async function ownKey(): Promise<CryptoKey | undefined> {
  if (!globalThis.crypto?.subtle || !globalThis.indexedDB) return undefined;
  try {
    const fresh = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    const database = await openKeys();
    const store = database.transaction(STORE, 'readwrite').objectStore(STORE);
    const kept = (await settled(store.get(COOKIE))) as CryptoKey | undefined;
    if (!kept) await settled(store.put(fresh, COOKIE));
    database.close();
    return kept ?? fresh;
  } catch {
    // Private windows may refuse IndexedDB: a session that is only encoded beats none.
    return undefined;
  }
}

async function seal(login: SavedLogin): Promise<string> {
  const plain = new TextEncoder().encode(JSON.stringify(login));
  const key = await ownKey();
  if (!key) return `p.${toText(plain)}`;
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain));
  return `e.${toText(iv)}.${toText(sealed)}`;
}

async function unseal(value: string): Promise<SavedLogin> {
  const [kind, first = '', second = ''] = value.split('.');
  if (kind === 'p') return JSON.parse(new TextDecoder().decode(toBytes(first)));
  const key = await ownKey();
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
  writeCookie(await seal(login), new Date(login.expire));
}

export function forgetLogin(): void {
  writeCookie('', new Date(0));
}

const savedValue = () =>
  document.cookie
    .split('; ')
    .find((part) => part.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);

/** Whether there is something to take up; only reading it tells whether it is good. */
export const hasLogin = () => Boolean(savedValue());

/** The saved login, or nothing when there is none, it has expired, or it was made by another browser. */
export async function readLogin(): Promise<SavedLogin | undefined> {
  const value = savedValue();
  if (!value) return undefined;
  try {
    const login = await unseal(value);
    return new Date(login.expire).getTime() > Date.now() ? login : undefined;
  } catch {
    return undefined;
  }
}
