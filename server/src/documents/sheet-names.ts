const NAME_MAX = 31;

/** Names of the sheets of a workbook: at most 31 characters, some are not allowed, and each only once whatever its case. */
export class SheetNames {
  // "History" is reserved.
  private readonly taken = new Set(['history']);

  /** `fallback` is for names of which nothing is left. */
  constructor(private readonly fallback: string) {}

  next(name: string): string {
    const clean =
      name
        .replace(/[\\/?*[\]:\p{Cc}]/gu, ' ')
        .trim()
        .replace(/^'+|'+$/g, '') || this.fallback;
    let unique = clean.slice(0, NAME_MAX).trim();
    for (let n = 2; this.taken.has(unique.toLowerCase()); n++) unique = `${clean.slice(0, NAME_MAX - 5).trim()} (${n})`;
    this.taken.add(unique.toLowerCase());
    return unique;
  }
}
