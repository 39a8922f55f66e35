import { z } from 'zod';
import { exceptions } from '../exceptions/exceptions.ts';
import { event } from '../kit/event.ts';
import { Id } from '../kit/scalars.ts';
import { panels } from './panels.ts';
import { records } from './records.ts';

/** The history of the record an event is about. */
export const history = { endpoint: records.traces, by: 'traceable_id' };

const StoredPath = z.object({ path: z.string() });

/** Comments, files and categories belong to records of several kinds: `subject_id` is the id of that record. */
export const recordsEvents = {
  'upload.comment': event({
    changes: [
      { endpoint: panels.comments, by: 'commentable_id' },
      history,
      // Exceptions are listed with the number of their comments.
      exceptions.list,
      exceptions.overview,
    ],
  }),
  'upload.file': event({ changes: [{ endpoint: panels.files, by: 'filable_id' }, history] }),
  'categories.saved': event({ changes: [{ endpoint: panels.categories, by: 'resource_id' }, history] }),
  /** Bytes were written to the storage; a job removes them again if no row names them an hour later. */
  'file.stored': event({ payload: StoredPath }),
  'file.deleted': event({ payload: StoredPath }),
  'import.started': event({
    subject: 'imports',
    /** `after_seconds`: a job waits until the upload that started it has surely ended. */
    payload: z.object({ user_id: Id, after_seconds: z.number().int().nonnegative().default(0) }),
    changes: [records.importRun],
  }),
};
