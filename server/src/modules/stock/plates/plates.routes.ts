import { api } from '@longshore/contract';
import type { Clock } from '../../../platform/clock.ts';
import { type Binding, bind, bindStaged } from '../../../platform/http/bind.ts';
import { serveList } from '../../../platform/lists/serve-list.ts';
import { binContents, binVisits, platesAt, readAisle } from './bins.view.ts';
import { breakPlate } from './break-plate.ts';
import { moveAllBack, moveAllPlates, moveBack, putAway } from './move-plates.ts';
import { licenseListSql, readPlate, readPlateItems, readPlateMovements, readPlatePlaces } from './plates.view.ts';
import { printLabels } from './print-labels.ts';
import { createPlate, createPlates, removePlate, savePlate } from './save-plate.ts';

const { licenses, locations } = api;

export const platesRoutes = ({ clock }: { clock: Clock }): Binding[] => [
  bind(licenses.list, (tx, call) => serveList(tx, licenseListSql, call)),
  bind(licenses.get, (tx, { params }) => readPlate(tx, params.id)),
  bind(licenses.create, (tx, { actor, body }) => createPlate(tx, actor, body)),
  bind(licenses.update, (tx, { actor, params, body }) => savePlate(tx, actor, params.id, body)),
  bind(licenses.remove, (tx, { params }) => removePlate(tx, params.id)),
  bind(licenses.batch, (tx, { actor, body }) => createPlates(tx, actor, body)),
  bind(licenses.break, (tx, { actor, params, body }) => breakPlate(tx, actor, params.id, body)),
  bind(licenses.move, (tx, { actor, body }) => putAway(tx, actor, body)),
  bind(licenses.moveBack, (tx, { actor, params, body }) => moveBack(tx, actor, params.id, body)),
  bindStaged(licenses.labels, {
    run: (tx, { actor, query }) => printLabels(tx, actor, query.ids, clock),
    again: (tx, { actor, query }) => printLabels(tx, actor, query.ids, clock),
  }),
  bind(licenses.inventories, (tx, { params }) => readPlateItems(tx, params.id)),
  bind(licenses.movements, (tx, { params, query }) => readPlateMovements(tx, params.id, query.before)),
  bind(licenses.places, (tx, { params }) => readPlatePlaces(tx, params.id)),
  bind(locations.contents, (tx, { params }) => binContents(tx, params.id)),
  bind(locations.visits, (tx, { params, query }) => binVisits(tx, params.id, query.before)),
  bind(locations.aisle, (tx, { params }) => readAisle(tx, params.id)),
  bind(locations.licenses, (tx, { params }) => platesAt(tx, params.id)),
  bind(locations.move, (tx, { actor, params, query }) =>
    moveAllPlates(tx, actor, params.id, params.targetId, query.by),
  ),
  bind(locations.moveBack, (tx, { actor, params, body }) => moveAllBack(tx, actor, params.id, body)),
];
