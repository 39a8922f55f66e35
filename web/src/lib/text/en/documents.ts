export const documents = {
  print: 'Print',
  download: 'Download',
  openTab: 'Open in a tab',
  drawing: 'Drawing the document',
  failed: 'The document could not be drawn',
  cannotDisplay: 'Cannot display PDF',
  cannotDisplayHint: 'This browser does not show PDFs. Use another browser, or download the file.',
} as const;
