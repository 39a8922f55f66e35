export const locations = {
  many: 'Locations',
  create: 'Create location',
  make: 'Create location',
  edit: 'Edit location',
  import: 'Import locations',
  search: 'Search by location...',
  noneYet: 'No locations yet',
  location: 'Location',
  type: 'Type',
  types: { P: 'Picking', S: 'Storage' },
  billingCategory: 'Billing category',
  billingCategoryHint: 'What storage here is billed as.',
  plates: 'Plates',
  plateCount_one: '{{count}} plate',
  plateCount_other: '{{count}} plates',
  createdAt: 'Created at',
  showPlates: 'Plates here',
  platesAt: 'Plates at {{location}}',
  noPlates: 'No plates here',
  license: 'License',
  client: 'Client',
  quantity: 'Units',
  moveAll: 'Move all plates',
  moveTo: 'Move all plates of {{location}} to',
  scanTarget: 'Scan the new location',
  moveHint: 'Or type it, then Enter.',
  moved_one: '{{count}} plate moved to {{location}}',
  moved_other: '{{count}} plates moved to {{location}}',
  delete: 'Delete location',
  deleteText: 'Delete {{location}}? A location can be deleted only while no plate is there or ever was.',
  aisle: 'Aisle {{aisle}}',
  mapOf: 'Map of aisle {{aisle}}',
  level: 'Level {{level}}',
  unitCount: 'units: {{units}}',
  fillText:
    'The bar compares the units in a bin with the fullest one here, {{location}} with {{units}}. What a bin could hold is not recorded.',
  fillNone: 'There are no goods in this aisle.',
  mapPart: 'The aisle is longer: the {{count}} nearest bins are shown.',
  goods: 'Goods',
  moreGoods: 'The first {{count}} are shown; the pages of the plates list all of them.',
  visits: 'Plates that came and went',
  noVisits: 'No plate was ever put here.',
} as const;

/** What the server refuses with, by key. */
export const messages = {
  LocationIsRequired: 'Location is required',
  LocationIsUnknown: 'Cannot move bin location. Is the new location correctly spelled?',
  NewLocationIsEmpty: 'New bin location cannot be empty',
  SameLocation: 'Cannot move to the same bin',
  LocationIsUsed: 'This bin is used and cannot be deleted',
} as const;

/** What each column of an import sheet takes: the notes of its template. */
export const sheets = {
  Location: {
    location: 'Required. Name of the bin, unique in the warehouse.',
    type: 'P for picking, S for storage; empty means S.',
    billing_category: 'What storage here is billed as, or empty.',
  },
} as const;
