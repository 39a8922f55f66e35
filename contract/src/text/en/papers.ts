/** The print menu of shipments. */
export const papers = {
  print: 'Print',
} as const;

/** What the papers themselves say; the web never loads it. */
export const paperWords = {
  page: 'Page {{page}} of {{pages}}',
} as const;
