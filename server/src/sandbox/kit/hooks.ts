import { setTimeout as sleep } from 'node:timers/promises';
import { maskText } from './calls.ts';

/** A request of a partner to the connected application: a webhook or a callback. */
export interface Hook {
  partner: string;
  shop: string;
  topic: string;
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Told the status, or undefined when nobody answered; called once for each attempt. */
  onAnswer?: (status: number | undefined) => void;
}

/** How the next hooks are sent. `hold` keeps them until `release`. */
export type HookMode = 'send' | 'twice' | 'late' | 'swapped' | 'tampered' | 'hold';

export interface SentHook {
  id: number;
  at: string;
  partner: string;
  shop: string;
  topic: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
  status?: number;
  answer?: string;
}

const TIMEOUT_MS = 5_000;
const LATE_MS = 200;
const KEPT = 1_000;
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** The body with one character changed, below the signature of the original. */
const tamper = (body: string): string => (body.includes('"') ? body.replace('"', ' "') : `${body}&tampered=1`);

/** Sends the partners' webhooks and callbacks, to this machine only. */
export class Hooks {
  private readonly now: () => Date;
  private mode: HookMode = 'send';
  private lateMs = LATE_MS;
  private held: Hook[] = [];
  private sent: SentHook[] = [];
  private hooks = new Map<number, Hook>();
  private running = new Set<Promise<unknown>>();
  private lastId = 0;

  constructor(now: () => Date) {
    this.now = now;
  }

  /** How hooks are sent from now on. */
  setMode(mode: HookMode, lateMs = LATE_MS): void {
    this.mode = mode;
    this.lateMs = lateMs;
  }

  /** Sends in the background, in the mode that is set. */
  send(hook: Hook): void {
    if (this.mode === 'hold') this.held.push(hook);
    else if (this.mode === 'swapped') this.sendSwapped(hook);
    else this.run(this.inMode(hook, this.mode));
  }

  /** Sends what was held, in this order; `twice` and `tampered` as in the modes. */
  async release(order: 'first-first' | 'last-first' = 'first-first', mode: HookMode = 'send'): Promise<void> {
    const hooks = this.held.splice(0);
    if (order === 'last-first') hooks.reverse();
    for (const hook of hooks) await this.inMode(hook, mode);
  }

  /** Sends a hook once more, with the same headers and the same body unless it is to be tampered with. */
  async resend(id: number, mode: HookMode = 'send'): Promise<SentHook | undefined> {
    const hook = this.hooks.get(id);
    if (!hook) return undefined;
    await this.inMode(hook, mode);
    return this.sent.at(-1);
  }

  /** One request now, with its answer. */
  async request(hook: Hook, body = hook.body): Promise<SentHook> {
    const entry: SentHook = {
      id: ++this.lastId,
      at: this.now().toISOString(),
      partner: hook.partner,
      shop: hook.shop,
      topic: hook.topic,
      method: hook.method,
      url: maskText(hook.url),
      headers: hook.headers,
      body,
    };
    this.remember(entry, hook);
    const answer = await post(hook, body);
    entry.status = answer?.status;
    entry.answer = answer?.text;
    hook.onAnswer?.(answer?.status);
    return entry;
  }

  list(): SentHook[] {
    return [...this.sent];
  }

  heldCount(): number {
    return this.held.length;
  }

  clear(): void {
    this.sent = [];
    this.hooks.clear();
    this.held = [];
  }

  /** Waits for what is being sent. */
  async settled(): Promise<void> {
    while (this.running.size > 0) await Promise.allSettled([...this.running]);
  }

  private sendSwapped(hook: Hook): void {
    const earlier = this.held.shift();
    if (!earlier) {
      this.held.push(hook);
      return;
    }
    this.run(this.request(hook).then(() => this.request(earlier)));
  }

  private async inMode(hook: Hook, mode: HookMode): Promise<void> {
    if (mode === 'late') await sleep(this.lateMs);
    await this.request(hook, mode === 'tampered' ? tamper(hook.body) : hook.body);
    if (mode === 'twice') await this.request(hook);
  }

  private run(work: Promise<unknown>): void {
    this.running.add(work);
    void work.finally(() => this.running.delete(work)).catch(() => {});
  }

  private remember(entry: SentHook, hook: Hook): void {
    this.sent.push(entry);
    this.hooks.set(entry.id, hook);
    const oldest = this.sent.length > KEPT ? this.sent.shift() : undefined;
    if (oldest) this.hooks.delete(oldest.id);
  }
}

async function post(hook: Hook, body: string): Promise<{ status: number; text: string } | undefined> {
  if (!URL.canParse(hook.url) || !LOOPBACK.has(new URL(hook.url).hostname)) return undefined;
  try {
    const answer = await fetch(hook.url, {
      method: hook.method,
      headers: hook.headers,
      ...(hook.method === 'POST' && { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: answer.status, text: await answer.text() };
  } catch {
    return undefined;
  }
}
