import { GraphQLError } from 'graphql';

const NODES_MAX = 250;
/** Nobody pages further into a list than this. */
const DEPTH_MAX = 25_000;

export interface ConnectionArguments {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
  reverse?: boolean | null;
}

interface Cursor {
  value: number | string;
  id: number;
  depth: number;
}

const writeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64');

function readCursor(text: string): Cursor {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as Cursor;
  } catch {
    throw new GraphQLError('Invalid cursor for current pagination sort.', { extensions: { code: 'BAD_REQUEST' } });
  }
}

/** The value to sort by, and the id that decides between equals. */
export interface SortKey {
  value: number | string;
  id: number;
}

function compare(a: SortKey, b: SortKey): number {
  if (a.value !== b.value) return a.value < b.value ? -1 : 1;
  return a.id - b.id;
}

/**
 * A page of sorted rows. A cursor is the sort value of a row, not its place: a row that changes while somebody pages is
 * shown twice or not at all, as at the partner.
 */
export function connection<T>(
  rows: T[],
  keyOf: (row: T) => SortKey,
  args: ConnectionArguments,
  view: (row: T) => unknown,
): object {
  const size = pageSize(args);
  const direction = args.reverse ? -1 : 1;
  const sorted = rows.map((row) => ({ row, key: keyOf(row) })).sort((a, b) => direction * compare(a.key, b.key));
  const after = args.after ? readCursor(args.after) : undefined;
  const before = args.before ? readCursor(args.before) : undefined;
  const within = sorted.filter(
    ({ key }) => (!after || direction * compare(key, after) > 0) && (!before || direction * compare(key, before) < 0),
  );
  const isFromEnd = !args.first && Boolean(args.last);
  const page = isFromEnd ? within.slice(-size) : within.slice(0, size);
  const depth = after?.depth ?? 0;
  if (depth + page.length > DEPTH_MAX)
    throw new GraphQLError('Pagination is limited to 25000 objects.', { extensions: { code: 'BAD_REQUEST' } });
  const edges = page.map(({ row, key }, at) => ({
    cursor: writeCursor({ ...key, depth: depth + at + 1 }),
    node: view(row),
  }));
  const hasMore = within.length > page.length;
  return {
    edges,
    nodes: edges.map(({ node }) => node),
    pageInfo: {
      hasNextPage: isFromEnd ? Boolean(before) : hasMore,
      hasPreviousPage: isFromEnd ? hasMore : Boolean(after),
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

function pageSize({ first, last }: ConnectionArguments): number {
  const size = first ?? last;
  if (size === undefined || size === null)
    throw new GraphQLError('you must provide one of first or last', { extensions: { code: 'BAD_REQUEST' } });
  if (size < 0 || size > NODES_MAX)
    throw new GraphQLError(`${first === undefined ? 'last' : 'first'} cannot exceed ${NODES_MAX}`, {
      extensions: { code: 'BAD_REQUEST' },
    });
  return size;
}

/** Lists that have an order of their own, such as the lines of an order. */
export const listConnection = <T extends { id: number }>(
  rows: T[],
  args: ConnectionArguments,
  view: (row: T) => unknown,
) => connection(rows, (row) => ({ value: rows.indexOf(row), id: row.id }), args, view);
