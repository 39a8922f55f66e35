import { api, type Face } from '@longshore/contract';
import { IconArrowDown, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import type { Column, ListFilter } from '../../ui/list/list-types.ts';
import { PlainDelete } from '../../ui/resource/plain-dialog.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { useClientFilter } from '../records/index.ts';
import { BringDialog } from './bring-dialog.tsx';
import { FaceDialog } from './face-dialog.tsx';
import { faceRecords } from './face-records.ts';

function State({ face: { is_low } }: { face: Face }) {
  const t = useText();
  return (
    <StatusPill status={is_low ? 'attention' : 'active'}>{t(`faces.states.${is_low ? 'low' : 'enough'}`)}</StatusPill>
  );
}

function Units({ face: { units, maximum } }: { face: Face }) {
  const t = useText();
  const format = useFormat();
  return t('faces.unitsOf', { units: format.number(units), maximum: format.number(maximum) });
}

const columns: Column<Face>[] = [
  { field: 'location', header: 'faces.location', width: 140, title: true },
  { field: 'sku', header: 'faces.sku', mono: true, width: 160 },
  { field: 'name', header: 'faces.name' },
  { field: 'client_name', header: 'faces.client', narrow: 'hidden' },
  { field: 'units', header: 'faces.units', width: 120, render: (face) => <Units face={face} /> },
  { field: 'minimum', header: 'faces.minimum', kind: 'number', width: 100 },
  { field: 'needed', header: 'faces.needed', kind: 'number', width: 110 },
  { field: 'reserve', header: 'faces.reserve', kind: 'number', width: 110 },
  { field: 'is_low', header: 'faces.state', width: 130, narrow: 'end', render: (face) => <State face={face} /> },
];

const stateFilter: ListFilter = {
  name: 'state',
  label: 'faces.state',
  options: { low: 'faces.states.low', enough: 'faces.states.enough' },
};

type Shown = { face?: Face; what: 'form' | 'delete' | 'bring' };

/** Bins that items are picked from, with how much lies there; what to bring is shown by a click. */
export function FaceList() {
  const t = useText();
  const { can } = useSession();
  const clientFilter = useClientFilter('faces.client');
  const [shown, setShown] = useState<Shown>();
  const close = () => setShown(undefined);
  const choicesOf = (face: Face) => [
    {
      label: t('faces.bring'),
      icon: IconArrowDown,
      access: api.faces.replenish.access,
      run: () => setShown({ face, what: 'bring' }),
    },
    {
      label: t('faces.edit'),
      icon: IconPencil,
      access: api.faces.update.access,
      run: () => setShown({ face, what: 'form' }),
    },
    {
      label: t('faces.delete'),
      icon: IconTrash,
      access: api.faces.remove.access,
      danger: true,
      run: () => setShown({ face, what: 'delete' }),
    },
  ];
  return (
    <>
      <ListScreen
        endpoint={api.faces.list}
        title={t('faces.many')}
        crumbs={[{ label: t('shell.operation') }, { label: t('faces.many') }]}
        columns={columns}
        onOpen={can(api.faces.replenish.access) ? (face) => setShown({ face, what: 'bring' }) : undefined}
        rowActions={(face) => (
          <RowMenu label={t('lists.actionsFor', { name: `${face.location} ${face.sku}` })} choices={choicesOf(face)} />
        )}
        filters={[stateFilter, clientFilter]}
        searchPlaceholder="faces.search"
        emptyText="faces.noneYet"
        create={
          can(api.faces.create.access) ? { run: () => setShown({ what: 'form' }), label: 'faces.create' } : undefined
        }
      />
      {shown?.what === 'form' && <FaceDialog face={shown.face} onClose={close} />}
      {shown?.what === 'bring' && shown.face && <BringDialog face={shown.face} onClose={close} />}
      {shown?.what === 'delete' && shown.face && (
        <PlainDelete
          {...faceRecords}
          record={shown.face}
          name={`${shown.face.location} ${shown.face.sku}`}
          question={t('faces.deleteText', { sku: shown.face.sku, location: shown.face.location })}
          onClose={close}
        />
      )}
    </>
  );
}
