/** Text that is HTML already. Everything else is escaped when it is put into a page. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Part = Markup | string | number | undefined | Part[];

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function write(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return part.map(write).join('');
  return String(part ?? '').replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

/** A piece of a page; what is put into it is escaped. */
export const markup = (texts: TemplateStringsArray, ...parts: Part[]): Markup =>
  new Markup(texts.reduce((whole, text, at) => whole + text + (at < parts.length ? write(parts[at]) : ''), ''));
