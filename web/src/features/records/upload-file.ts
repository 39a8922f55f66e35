import { api, type FileRecord } from '@longshore/contract';
import { ApiFailure, addressOf, bearerToken, newId } from '../../lib/call.ts';
import type { PanelProps } from './panel-props.ts';

export const FILE_MAX = 20 * 1024 * 1024;

const answerOf = (request: XMLHttpRequest): Record<string, unknown> => {
  try {
    return JSON.parse(request.responseText) as Record<string, unknown>;
  } catch {
    return {};
  }
};

/** Uploads a file with progress events, which `fetch` does not have. */
export function uploadFile(owner: PanelProps, file: File, onProgress: (share: number) => void): Promise<FileRecord> {
  const form = new FormData();
  // Text fields go first: the server reads them before the file.
  form.set('filable_type', owner.type);
  form.set('filable_id', String(owner.id));
  form.set('type', '');
  form.set('comment', '');
  form.set('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(api.panels.addFile.method, addressOf(api.panels.addFile, {}));
    request.setRequestHeader('authorization', `Bearer ${bearerToken()}`);
    request.setRequestHeader('idempotency-key', newId());
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
    request.onerror = () => reject(new ApiFailure(0));
    request.onload = () => {
      const answer = answerOf(request);
      if (request.status === 200) resolve(answer.data as FileRecord);
      else reject(new ApiFailure(request.status, answer));
    };
    request.send(form);
  });
}
