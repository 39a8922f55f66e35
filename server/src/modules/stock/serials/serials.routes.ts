import { api } from '@longshore/contract';
import { type Binding, bind } from '../../../platform/http/bind.ts';
import { serveList } from '../../../platform/lists/serve-list.ts';
import { createBucket } from './create-bucket.ts';
import { addSerial, correctSerial, removeBucket, removeSerial } from './edit-serials.ts';
import { bucketListSql, bucketMovements, bucketsOnHand, readBucket } from './serials.view.ts';
import { splitBucket } from './split-bucket.ts';

const { serials } = api;

export const serialsRoutes = (): Binding[] => [
  bind(serials.list, (tx, call) => serveList(tx, bucketListSql, call)),
  bind(serials.get, (tx, { params }) => readBucket(tx, params.id)),
  bind(serials.create, (tx, { body }) => createBucket(tx, body)),
  bind(serials.remove, (tx, { params }) => removeBucket(tx, params.id)),
  bind(serials.split, (tx, { params, body }) => splitBucket(tx, params.id, body)),
  bind(serials.addSerial, (tx, { params, body }) => addSerial(tx, params.id, body)),
  bind(serials.updateSerial, (tx, { params, body }) => correctSerial(tx, params.id, params.serialId, body)),
  bind(serials.removeSerial, (tx, { params }) => removeSerial(tx, params.id, params.serialId)),
  bind(serials.movements, (tx, { params }) => bucketMovements(tx, params.id)),
  bind(serials.onHand, (tx, { params, query }) => bucketsOnHand(tx, params.id, query)),
];
