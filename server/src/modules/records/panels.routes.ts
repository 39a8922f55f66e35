import { api } from '@longshore/contract';
import { type Binding, bind, bindStaged } from '../../platform/http/bind.ts';
import { attachCategory, deleteCategory, detachCategory } from './categories.ts';
import { listCategories } from './categories.view.ts';
import { addComment, deleteComment } from './comments.ts';
import { listComments } from './comments.view.ts';
import { attachFile, deleteFile, type FileTools, keepFile, linkToFile } from './files.ts';
import { listFiles } from './files.view.ts';
import type { CommentedRef, OwnerRef } from './owners.ts';

const { panels } = api;

type Commented = { commentable_type: CommentedRef['type']; commentable_id: number };
type Filed = { filable_type: OwnerRef['type']; filable_id: number };
type Categorized = { resource: OwnerRef['type']; resourceId: number };
const commented = (on: Commented): CommentedRef => ({ type: on.commentable_type, id: on.commentable_id });
const filed = (on: Filed): OwnerRef => ({ type: on.filable_type, id: on.filable_id });
const categorized = (on: Categorized): OwnerRef => ({ type: on.resource, id: on.resourceId });

/** Attachments of records of every kind: comments, files, categories. */
export function panelsRoutes(tools: FileTools): Binding[] {
  const { kinds } = tools;
  return [
    bind(panels.comments, (tx, { actor, query }) => listComments(tx, kinds, actor, commented(query))),
    bind(panels.addComment, (tx, { actor, body }) => addComment(tx, kinds, actor, commented(body), body)),
    bind(panels.deleteComment, (tx, { actor, params }) => deleteComment(tx, kinds, actor, params.id)),
    bind(panels.files, (tx, { actor, query }) => listFiles(tx, kinds, actor, filed(query))),
    bindStaged(panels.addFile, {
      before: (open, { actor, body, file }) => keepFile(open, tools, actor, filed(body), file),
      run: (tx, { actor, body }, kept) => attachFile(tx, kinds, actor, filed(body), body, kept),
    }),
    bind(panels.deleteFile, (tx, { actor, body }) => deleteFile(tx, kinds, actor, body.path)),
    bindStaged(panels.download, { each: (open, { actor, query }) => linkToFile(open, tools, actor, query.path) }),
    bind(panels.categories, (tx, { actor, params, query }) =>
      listCategories(tx, kinds, actor, params.type, query.resource_id),
    ),
    bind(panels.attachCategory, (tx, { actor, body }) =>
      attachCategory(tx, kinds, actor, categorized(body), body.name),
    ),
    bind(panels.detachCategory, (tx, { actor, body }) =>
      detachCategory(tx, kinds, actor, categorized(body), body.categoryId),
    ),
    bind(panels.deleteCategory, (tx, { actor, params }) => deleteCategory(tx, kinds, actor, params.id)),
  ];
}
