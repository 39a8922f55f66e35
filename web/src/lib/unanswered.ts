/**
 * The idempotency keys of writes that got no answer yet. Sent again under its key, a write that had been done returns
 * its first answer instead of being done twice. Only a hash of what was sent is kept: it may be long or confidential.
 */
export interface KeptKeys {
  find: (text: string) => string | undefined;
  keep: (text: string, key: string) => void;
  forget: (text: string) => void;
}

/**
 * 64 bits of FNV-1a: `crypto.subtle` is missing on plain http addresses. Should two texts ever share a hash, the server
 * refuses the key with the other body; nothing wrong is saved.
 */
export function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(36);
}

/** Tells files apart without reading them. A file that was changed and saved has another time. */
export const fileIdentity = (file: File | undefined) => file && [file.name, file.size, file.lastModified];

const PREFIX = 'longshore-unanswered';

/** Private windows may refuse storage: then a key lives only as long as the component that sent it. */
function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/**
 * Kept with this tab, also when the dialog is closed or the page reloaded. Only for uploads, whose result is shown: a
 * small write that is meant twice must not be taken for a repeated one.
 */
export const uploadKeys: KeptKeys = {
  find: (text) => attempt(() => sessionStorage.getItem(`${PREFIX}/${hashOf(text)}`) ?? undefined),
  keep: (text, key) => void attempt(() => sessionStorage.setItem(`${PREFIX}/${hashOf(text)}`, key)),
  forget: (text) => void attempt(() => sessionStorage.removeItem(`${PREFIX}/${hashOf(text)}`)),
};

let ofSave: KeptKeys | undefined;

/**
 * The keys of the writes that `run` starts are kept with the form's draft, and end with it. Only of those that it
 * starts at once: while it waits for their answers, other forms and dialogs send theirs.
 */
export function keepingKeysIn<Result>(keys: KeptKeys, run: () => Promise<Result>): Promise<Result> {
  ofSave = keys;
  try {
    return run();
  } finally {
    ofSave = undefined;
  }
}

const keysOfInput = new WeakMap<object, KeptKeys>();

/** Called when a write is asked for; it is sent a moment later, when another one may have been asked for. */
export function noteKeysOf<Input extends object>(input: Input): Input {
  if (ofSave) keysOfInput.set(input, ofSave);
  return input;
}

/** Where the key of a write is kept, beyond the component that sends it. */
export const keysFor = (input: { file?: File | undefined }): KeptKeys | undefined =>
  input.file ? uploadKeys : keysOfInput.get(input);
