import { api } from '@longshore/contract';
import { type Binding, bind } from '../../platform/http/bind.ts';
import { serveList } from '../records/index.ts';
import { locationListSql, readLocation } from './locations.view.ts';
import { createLocation, removeLocation, saveLocation } from './save-location.ts';

const { locations } = api;

/** What moves plates between bins stands with the plates, in the stock module. */
export const locationsRoutes = (): Binding[] => [
  bind(locations.list, (tx, call) => serveList(tx, locationListSql, call)),
  bind(locations.get, (tx, { params }) => readLocation(tx, params.id)),
  bind(locations.create, (tx, { body }) => createLocation(tx, body)),
  bind(locations.update, (tx, { params, body }) => saveLocation(tx, params.id, body)),
  bind(locations.remove, (tx, { params }) => removeLocation(tx, params.id)),
];
