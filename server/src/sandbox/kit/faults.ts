/** What goes wrong, for which calls and how often. */
export interface Fault {
  /**
   * `GET /orders`, `/orders/*`, `PUT *` or the name of a GraphQL operation or field. A path matches from
   * its end, `*` stands for any characters.
   */
  match: string;
  /** How many calls fail; 1 by default. */
  times?: number;
  /** How many matching calls succeed before the first fails. */
  skip?: number;
  /** Answered instead of calling the partner, together with `headers` and `body`. */
  status?: number;
  headers?: Record<string, string>;
  /** A text, or a value that is sent as JSON. */
  body?: unknown;
  /** Answers the page of a firewall, with `status` or 200. */
  html?: boolean;
  /** Waits before anything else. */
  delayMs?: number;
  /** Waits until the ordered failures are taken back. */
  hold?: boolean;
  /** The call is done, and the connection closed without an answer. */
  dropAfterWrite?: boolean;
  /** The connection is closed and nothing is done. */
  drop?: boolean;
  /** The call is done, and the connection closed in the middle of the answer's body. */
  cut?: boolean;
}

const PATH_MATCH = /^(?:([A-Z]+) )?(\/.*|\*)$/;
const isMatch = (match: string) => /^\w+$/.test(match) || PATH_MATCH.test(match);

const asPattern = (glob: string) => new RegExp(`${glob.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`);

function matches(match: string, method: string, path: string, operations: string[]): boolean {
  if (operations.includes(match)) return true;
  const [, verb, glob = ''] = PATH_MATCH.exec(match) ?? [];
  if (!glob) return false;
  return (!verb || verb === method) && asPattern(glob).test(path);
}

/** The failures that tests have ordered. */
export class Faults {
  private rules: (Fault & { left: number; toSkip: number })[] = [];
  private held: (() => void)[] = [];

  add(fault: Fault): void {
    // A failure that no call can meet would let a test pass for nothing.
    if (!isMatch(fault.match)) throw new Error(`No call can match ${fault.match}.`);
    this.rules.push({ ...fault, left: fault.times ?? 1, toSkip: fault.skip ?? 0 });
  }

  clear(): void {
    this.rules = [];
    for (const goOn of this.held.splice(0)) goOn();
  }

  /** Resolves when the failures are taken back. */
  untilCleared(): Promise<void> {
    return new Promise((resolve) => {
      this.held.push(resolve);
    });
  }

  /** The failure of this call, counted as used. */
  take(method: string, path: string, operations: string[]): Fault | undefined {
    const rule = this.rules.find(({ left, match }) => left > 0 && matches(match, method, path, operations));
    if (!rule) return undefined;
    if (rule.toSkip > 0) {
      rule.toSkip--;
      return undefined;
    }
    rule.left--;
    return rule;
  }
}
