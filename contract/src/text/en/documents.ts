export const documents = {
  print: 'Print',
  download: 'Download',
  openTab: 'Open in a tab',
  drawing: 'Drawing the document',
  failed: 'The document could not be drawn',
  cannotDisplay: 'Cannot display PDF',
  cannotDisplayHint: 'This browser does not show PDFs. Use another browser, or download the file.',
} as const;

/** What the server refuses with, by key. */
export const messages = {
  NothingToPrint: 'Choose what to print',
  TooManyToPrint: 'Print at most {{n}} at once',
} as const;

/** What printed lists say. */
export const print = {
  page: 'Page {{page}} of {{pages}}',
  search: 'Search: {{search}}',
  filter: '{{name}}: {{values}}',
  condition: '{{name}} {{operator}} {{value}}',
  and: ' and ',
  or: ' or ',
  rows: 'Rows: {{count}}',
  first: 'The first {{shown}} of {{total}}',
  firstOfMore: 'The first {{shown}} of more than {{total}}',
} as const;
