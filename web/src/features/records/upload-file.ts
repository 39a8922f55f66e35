import { api, type FileRecord } from '@longshore/contract';
import { call } from '../../lib/call.ts';
import type { PanelProps } from './panel-props.ts';

export const FILE_MAX = 20 * 1024 * 1024;

/** Attaches a file to a record. */
export const uploadFile = (owner: PanelProps, file: File, onProgress: (share: number) => void): Promise<FileRecord> =>
  call(
    api.panels.addFile,
    { body: { filable_type: owner.type, filable_id: owner.id, type: '', comment: '' }, file },
    { onProgress },
  );
