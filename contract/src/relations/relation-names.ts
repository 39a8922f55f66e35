export const RELATION_TYPES = ['customer', 'vendor'] as const;

/** Relations every client has for orders that come without one. People neither list nor edit them. */
export const SYSTEM_RELATIONS = {
  __CustomerByWebService: 'customer',
  __VendorByWebService: 'vendor',
  __InventoryAdjustment: 'customer',
} as const;

/** How a relation's name is shown; the system's own ones are shown by where the order came from. */
export function relationDisplayName(name: string, source = ''): string {
  if (name === '__CustomerByWebService') return source.charAt(0).toUpperCase() + source.slice(1);
  if (name === '__VendorByWebService') return 'Web Service';
  if (name === '__InventoryAdjustment') return 'NA';
  return name;
}
