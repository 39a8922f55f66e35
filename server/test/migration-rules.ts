/**
 * What a migration may not do to a table that may be large: lock or rewrite it in one piece. The statements are read as
 * text, as they are written in our files: one per line start, ending with a semicolon at the end of a line.
 */
const statementsOf = (text: string): string[] =>
  text
    .replace(/--.*$/gm, '')
    // The body of a function or procedure is one statement with its own rules: a procedure commits between its batches.
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '$$body$$')
    .split(/;\s*$/m)
    .map((statement) => statement.trim().replace(/\s+/g, ' ').toLowerCase())
    .filter(Boolean);

const nameOf = (name: string | undefined) => (name ?? '').replace(/^public\./, '').replaceAll('"', '');

/** One kind of change: which table it names, and why it must not be done at once. */
interface Rule {
  pattern: RegExp;
  why: string;
}

const rules: readonly Rule[] = [
  {
    pattern: /^create (?:unique )?index (?!concurrently)(?:if not exists )?\w* ?on (?:only )?([\w.]+)/,
    why: 'create the index concurrently, in a file that is -- non-transactional',
  },
  { pattern: /^update (?:only )?([\w.]+)/, why: 'change rows in batches, in a procedure that commits' },
  { pattern: /^delete from (?:only )?([\w.]+)/, why: 'delete rows in batches, in a procedure that commits' },
  { pattern: /^(?:cluster|vacuum full|truncate) ([\w.]+)/, why: 'it locks the table as long as it takes' },
  {
    pattern: /^alter table (?:only |if exists )?([\w.]+) .*\balter (?:column )?\w+ (?:set data )?type\b/,
    why: 'a new type rewrites the table: add a column and fill it in batches',
  },
  {
    pattern: /^alter table (?:only |if exists )?([\w.]+) .*\bset not null\b/,
    why: 'it reads the table under a lock: validate a check first',
  },
  {
    pattern:
      /^alter table (?:only |if exists )?([\w.]+) .*\badd (?:column )?(?!constraint)\w+ [^,]*\b(?:generated|serial|bigserial|default (?:gen_random_uuid|random|nextval|clock_timestamp))/,
    why: 'the value of each row is computed at once: add the column empty and fill it in batches',
  },
  {
    pattern:
      /^alter table (?:only |if exists )?([\w.]+) (?:.*, )?add (?:constraint \w+ )?(?:check|foreign key)(?!.*not valid)/,
    why: 'it reads the table under a lock: add the constraint as not valid, and validate it in a later statement',
  },
  {
    pattern:
      /^alter table (?:only |if exists )?([\w.]+) (?:.*, )?add (?:constraint \w+ )?(?:unique|primary key|exclude)(?! using index)/,
    why: 'create the index concurrently, and the constraint using it',
  },
];

/** Tables of one or a few rows, whatever the company's size. */
const SMALL = new Set(['company', 'roles', 'scope_keys', 'schema_migrations', 'taxes', 'terms', 'uoms', 'packages']);

/** What is wrong with a migration: each change of a table that may be large, done in one piece. */
export function changesInOnePiece(text: string): string[] {
  const made = new Set<string>();
  const found: string[] = [];
  for (const statement of statementsOf(text)) {
    const created = /^create (?:unlogged )?table (?:if not exists )?([\w.]+)/.exec(statement)?.[1];
    if (created) made.add(nameOf(created));
    for (const { pattern, why } of rules) {
      const table = nameOf(pattern.exec(statement)?.[1]);
      if (table && !made.has(table) && !SMALL.has(table)) found.push(`${statement.slice(0, 80)}: ${why}`);
    }
  }
  return found;
}
