import { PDFDocument } from '@cantoo/pdf-lib';

/** PDFs as one, page after page. */
export async function mergePdfs({ parts }: { parts: readonly Uint8Array[] }): Promise<Uint8Array> {
  const merged = await PDFDocument.create();
  for (const part of parts) {
    const document = await PDFDocument.load(part, { ignoreEncryption: true });
    for (const page of await merged.copyPages(document, document.getPageIndices())) merged.addPage(page);
  }
  return merged.save();
}
