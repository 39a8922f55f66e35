/**
 * Scans that wait for an answer are kept with this tab, per user, so that a reload or a crash of the tab loses none.
 * They are sent again under their idempotency keys: one that had been done is not done twice.
 */
const PREFIX = 'longshore-scans';

/** `unsure`: it was sent and no answer came, so that it may have been done. Repeating it under its key tells. */
export type PendingState = 'waiting' | 'sending' | 'unsure';

export interface PendingCommand<Input> {
  /** Also the idempotency key, however often it is sent. */
  key: string;
  input: Input;
  at: number;
  state: PendingState;
}

export interface KeptScans<Input> {
  commands: readonly PendingCommand<Input>[];
  /** What the first command refers to: the plate that was scanned before its bin. A screen that opens again after a reload keeps it always. */
  context: string;
}

export interface ScanStore<Input> {
  read: () => KeptScans<Input>;
  write: (kept: KeptScans<Input>) => void;
}

const NOTHING = { commands: [], context: '' };

/** Private windows may refuse storage: then scans live only as long as their page. */
function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

function parse<Input>(text: string | null): KeptScans<Input> {
  const { commands, context } = JSON.parse(text ?? 'null') ?? {};
  if (!Array.isArray(commands) || typeof context !== 'string') return NOTHING;
  // Whether the one that was on its way has arrived is not known.
  return {
    commands: commands.map((each) => (each.state === 'sending' ? { ...each, state: 'unsure' } : each)),
    context,
  };
}

/** The waiting scans of a screen: `put-away`, `count 12`. */
export function scanStore<Input>(userId: number, name: string): ScanStore<Input> {
  const key = `${PREFIX}/${userId}/${name}`;
  return {
    read: () => attempt(() => parse<Input>(sessionStorage.getItem(key))) ?? NOTHING,
    write: (kept) =>
      void attempt(() => {
        if (kept.commands.length || kept.context) sessionStorage.setItem(key, JSON.stringify(kept));
        else sessionStorage.removeItem(key);
      }),
  };
}

/** When a user signs out, the next one at this browser must not find their work. */
export function removeScansOf(userId: number): void {
  attempt(() => {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(`${PREFIX}/${userId}/`)) sessionStorage.removeItem(key);
  });
}
