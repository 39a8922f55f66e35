import pg from 'pg';

/**
 * The TypeScript type of a value that is written to a column, by the column's PostgreSQL type; `string` for those not
 * listed.
 */
const WRITTEN: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'number | string',
};

interface Column {
  table: string;
  name: string;
  type: string;
  element: string | null;
  nullable: boolean;
  optional: boolean;
}

const columnsOfTables = `
  select c.relname as table, a.attname as name, t.typname as type, e.typname as element,
    not a.attnotnull as nullable, not a.attnotnull or a.atthasdef or a.attidentity <> '' as optional
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and not c.relispartition
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  join pg_type t on t.oid = a.atttypid
  left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
  where a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  order by c.relname, a.attname`;

function typeOf({ type, element, nullable }: Column): string {
  const written = element ? `readonly (${WRITTEN[element] ?? 'string'})[]` : (WRITTEN[type] ?? 'string');
  return nullable ? `${written} | null` : written;
}

const lineOf = (column: Column) => `    ${column.name}${column.optional ? '?' : ''}: ${typeOf(column)};\n`;

/** The columns of every table with what may be written to them, as TypeScript. */
export async function schemaTypes(ownerUrl: string): Promise<string> {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  try {
    const { rows } = await client.query<Column>(columnsOfTables);
    const tables = [...new Set(rows.map(({ table }) => table))];
    const columnsOf = (name: string) => rows.filter(({ table }) => table === name);
    const parts = tables.map((table) => `  ${table}: {\n${columnsOf(table).map(lineOf).join('')}  };\n`);
    return `/** Written by \`npm run admin -- schema-types\`: what an insert may have in each column. */\nexport interface Tables {\n${parts.join('')}}\n`;
  } finally {
    await client.end();
  }
}
