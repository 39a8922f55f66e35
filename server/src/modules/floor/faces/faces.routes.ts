import { api } from '@longshore/contract';
import { type Binding, bind } from '../../../platform/http/bind.ts';
import { serveList } from '../../../platform/lists/serve-list.ts';
import { faceListSql, readFace } from './faces.view.ts';
import { readReplenishment } from './replenish.view.ts';
import { createFace, removeFace, saveFace } from './save-face.ts';

const { faces } = api;

export const facesRoutes: Binding[] = [
  bind(faces.list, (tx, call) => serveList(tx, faceListSql, call)),
  bind(faces.get, (tx, { params }) => readFace(tx, params.id)),
  bind(faces.create, (tx, { body }) => createFace(tx, body)),
  bind(faces.update, (tx, { params, body }) => saveFace(tx, params.id, body)),
  bind(faces.remove, (tx, { params }) => removeFace(tx, params.id)),
  bind(faces.replenish, (tx, { params }) => readReplenishment(tx, params.id)),
];
