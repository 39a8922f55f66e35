/** Records that belong to one client, by the beginning of their address; their lists are below it. */
const CLIENT_RECORD = /^(\/(?:relations\/[^/]+|orders\/[^/]+|inventories|serials|counts|licenses))\/\d+(?:\/.*)?$/;

/**
 * Where to go after the working client was switched: a page of one client's record leads to the list, so that the
 * record is not shown under the new client's name. Every other address stays.
 */
export function addressAfterSwitch(path: string): string {
  // A list's own address has a number there only for a saved filter, and never `action`.
  const kind = path.includes('/action/') ? CLIENT_RECORD.exec(path)?.[1] : undefined;
  if (!kind) return path;
  if (kind.startsWith('/orders/')) return `${kind}/default/on_page%3D1`;
  return kind === '/inventories' ? '/inventories/default/on_page%3D1/list' : `${kind}/on_page%3D1`;
}
