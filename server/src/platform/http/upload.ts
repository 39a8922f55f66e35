import { outcome } from '@longshore/contract';
import type { FastifyRequest } from 'fastify';
import { sha256 } from '../ids.ts';
import type { Upload } from './bind.ts';
import { invalid, Problem } from './problem.ts';
import { UPLOAD_MAX } from './server.ts';
import { UploadBudget } from './upload-budget.ts';

const MEGABYTE = 1024 * 1024;
const budget = new UploadBudget({ total: 100 * MEGABYTE, ofUser: 2 * UPLOAD_MAX, waitMs: 30_000, waitingMax: 50 });

export interface ReceivedUpload {
  file: Upload;
  fields: Record<string, string>;
  /** The file is no longer in use: releases its share of the memory budget. */
  release: () => void;
}

/**
 * Reads a complete multipart body: one file and its text fields. Concurrent uploads are limited by a memory budget;
 * one that waits too long is refused with 503.
 */
export async function readUpload(request: FastifyRequest, userId: number): Promise<ReceivedUpload> {
  if (!request.isMultipart()) throw invalid('file', 'Required');
  const declared = Number(request.headers['content-length']);
  const size = Number.isInteger(declared) ? Math.min(declared, UPLOAD_MAX) : UPLOAD_MAX;
  const release = await budget.take(userId, size);
  if (!release) throw new Problem(503, outcome.busy, {}, { 'retry-after': '10' });
  try {
    return { ...(await readParts(request)), release };
  } catch (error) {
    release();
    throw error;
  }
}

async function readParts(request: FastifyRequest): Promise<Omit<ReceivedUpload, 'release'>> {
  const fields: Record<string, string> = {};
  let file: Upload | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const bytes = await part.toBuffer();
        file = { name: part.filename.slice(0, 200), bytes, digest: sha256(bytes) };
      } else if (typeof part.value === 'string') fields[part.fieldname] = part.value;
    }
  } catch (error) {
    // The parser's own limits have error codes; a truncated or malformed form has none.
    throw (error as { code?: string }).code ? error : invalid('file', 'InvalidFormat');
  }
  if (!file) throw invalid('file', 'Required');
  return { file, fields };
}
