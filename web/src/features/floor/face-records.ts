import { api, FaceUpdate } from '@longshore/contract';

/** How faces are deleted, and created again when that is undone. */
export const faceRecords = {
  endpoints: api.faces,
  schema: FaceUpdate,
  fields: () => null,
  words: { make: 'faces.make', edit: 'faces.edit', delete: 'faces.delete' },
  shownIn: [api.tasks.floor, api.tasks.mine],
} as const;
