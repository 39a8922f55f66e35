import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { FlagIn, Id, idOf, Moment, required, text } from '../kit/scalars.ts';

/** Kinds of record that have comments, files and categories, as the API names them. */
export const OWNERS = ['Relation', 'Inventory', 'Order', 'Shipment', 'Client'] as const;
export const Owner = z.enum(OWNERS);
export type Owner = z.output<typeof Owner>;

/** Kinds of record that have comments: those, and exceptions. */
export const COMMENTED = [...OWNERS, 'Exception'] as const;
export const Commented = z.enum(COMMENTED);
export type Commented = z.output<typeof Commented>;

const anyId = z.coerce.number().int().positive().max(2_147_483_647);

export const Comment = z.object({
  id: Id,
  comment: z.string(),
  internal: z.boolean(),
  created_at: Moment,
  user: z.object({ name: z.string() }),
  commentable_id: Id,
  commentable_type: Commented,
  /** The caller may delete it. */
  is_mine: z.boolean(),
});
export type Comment = z.output<typeof Comment>;

export const FileRecord = z.object({
  id: Id,
  original_name: z.string(),
  path: z.string(),
  type: z.string(),
  size: z.number().int(),
  comments: z.string(),
  user_id: Id,
  user_name: z.string(),
  is_mine: z.boolean(),
  created_at: Moment,
});
export type FileRecord = z.output<typeof FileRecord>;

export const Category = z.object({ id: Id, name: z.string(), tag: z.string() });
export type Category = z.output<typeof Category>;

const onRecord = { resource: Owner, resourceId: anyId };

export const panels = {
  comments: endpoint({
    method: 'GET',
    path: '/upload/comments',
    access: 'user',
    summary: 'Comments on a record, oldest first; internal ones for main users only',
    query: z.object({ commentable_id: anyId, commentable_type: Commented }),
    response: z.array(Comment),
  }),
  addComment: endpoint({
    method: 'POST',
    path: '/upload/comments',
    access: 'user',
    summary: 'Comment on a record',
    body: z.object({
      comment: required('CommentIsRequired', 2000),
      internal: FlagIn.default(0),
      commentable_id: anyId,
      commentable_type: Commented,
    }),
    response: Comment,
    errors: [10001],
  }),
  deleteComment: endpoint({
    method: 'DELETE',
    path: '/upload/comments/:id',
    access: 'user',
    summary: 'Delete a comment of my own; super users any',
    params: { id: idOf('comments') },
    response: z.literal(true),
  }),
  files: endpoint({
    method: 'GET',
    path: '/upload/files',
    access: 'user',
    summary: 'Files of a record',
    query: z.object({ filable_id: anyId, filable_type: Owner }),
    response: z.array(FileRecord),
  }),
  addFile: endpoint({
    method: 'POST',
    path: '/upload/files',
    access: 'user',
    summary: 'Attach a file to a record',
    body: z.object({ type: text(40), filable_id: anyId, filable_type: Owner, comment: text(500) }),
    response: FileRecord,
    errors: [10003, 10005],
    upload: true,
  }),
  deleteFile: endpoint({
    method: 'POST',
    path: '/upload/files/delete',
    access: 'user',
    summary: 'Delete a file of my own; super users any',
    body: z.object({ path: z.string().min(1).max(500) }),
    response: z.literal(true),
    errors: [10003, 10004],
  }),
  download: endpoint({
    method: 'GET',
    path: '/download/files',
    access: 'user',
    summary: 'A short-lived address of a file',
    query: z.object({ path: z.string().min(1).max(500) }),
    response: z.string(),
    errors: [10003],
  }),
  categories: endpoint({
    method: 'GET',
    path: '/categories/:type',
    access: 'user',
    summary: 'Categories in use for a kind of record, or those of one record',
    params: { type: Owner },
    query: z.object({ resource_id: anyId.optional() }),
    response: z.array(Category),
  }),
  attachCategory: endpoint({
    method: 'POST',
    path: '/categories/attach',
    access: 'user',
    summary: 'Put a record into a category, made when it is new',
    body: z.object({ name: required('CategoryNameIsRequired', 60), ...onRecord }),
    response: z.array(Category),
  }),
  detachCategory: endpoint({
    method: 'POST',
    path: '/categories/detach',
    access: 'user',
    summary: 'Take a record out of a category',
    body: z.object({ categoryId: anyId, ...onRecord }),
    response: z.array(Category),
  }),
  deleteCategory: endpoint({
    method: 'DELETE',
    path: '/categories/:id',
    access: 'user',
    summary: 'Delete a category from every record that has it',
    params: { id: idOf('categories') },
    response: z.literal(true),
  }),
};
