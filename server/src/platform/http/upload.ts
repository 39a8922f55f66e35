import type { FastifyRequest } from 'fastify';
import type { Upload } from './bind.ts';
import { invalid } from './problem.ts';

/** Reads a multipart body whole: one file and its text fields. The size cap stands where multipart is registered. */
export async function readUpload(
  request: FastifyRequest,
): Promise<{ file: Upload | undefined; fields: Record<string, string> }> {
  if (!request.isMultipart()) throw invalid('file', 'Required');
  const fields: Record<string, string> = {};
  let file: Upload | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') file = { name: part.filename.slice(0, 200), bytes: await part.toBuffer() };
      else if (typeof part.value === 'string') fields[part.fieldname] = part.value;
    }
  } catch (error) {
    // The parser's limits have codes; a form that breaks off or was never one has none.
    throw (error as { code?: string }).code ? error : invalid('file', 'InvalidFormat');
  }
  if (!file) throw invalid('file', 'Required');
  return { file, fields };
}
