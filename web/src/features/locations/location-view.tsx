import { api, type Location } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconPencil, IconTransfer, IconTrash } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useMeasure } from '../../lib/measure.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { useBackLink } from '../../ui/back-link.ts';
import { DetailPage, type MenuAction, Section } from '../../ui/detail/detail-page.tsx';
import { Facts } from '../../ui/detail/facts.tsx';
import { Loaded } from '../../ui/detail/loaded.tsx';
import { listAddress } from '../../ui/list/list-address.ts';
import { PlainDelete, PlainDialog } from '../../ui/resource/plain-dialog.tsx';
import { useGo } from '../../ui/route-link.tsx';
import { TracePanel } from '../records/index.ts';
import { AisleMap } from './aisle-map.tsx';
import { TypeTag } from './location-cells.tsx';
import { BinGoods } from './location-contents.tsx';
import { isEmpty, locationRecords } from './location-form.tsx';
import { useLocationValue } from './location-history.tsx';
import { PlatesAt } from './location-plates.tsx';
import { BinVisits } from './location-visits.tsx';
import { locationTraceLabels } from './location-words.ts';
import { MoveAll } from './move-all.tsx';

export function LocationView() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const read = useRead(api.locations.get, { params: { id: Number(id) } }, { keepPrevious: true });
  const back = useBackLink() ?? listAddress('/locations');
  return (
    <Loaded read={read} backTo={back}>
      {(location) => <BinPage location={location} back={back} />}
    </Loaded>
  );
}

type Shown = 'edit' | 'move' | 'delete';

function BinPage({ location: bin, back }: { location: Location; back: string }) {
  const t = useText();
  const { can } = useSession();
  const formatValue = useLocationValue();
  const [shown, setShown] = useState<Shown>();
  const icon = { size: 16, stroke: 1.7 };
  const { id, location } = bin;
  return (
    <DetailPage
      title={location}
      mono
      crumbs={[{ label: t('shell.setting') }, { label: t('locations.many'), href: back }, { label: location }]}
      badge={<TypeTag type={bin.type} />}
      actions={
        <>
          {can(api.locations.move.access) && !isEmpty(bin) && (
            <Button variant="default" leftSection={<IconTransfer {...icon} />} onClick={() => setShown('move')}>
              {t('locations.moveAll')}
            </Button>
          )}
          {can(api.locations.update.access) && (
            <Button aria-keyshortcuts="e" leftSection={<IconPencil {...icon} />} onClick={() => setShown('edit')}>
              {t('locations.edit')}
            </Button>
          )}
        </>
      }
      menu={useMenu(bin, () => setShown('delete'))}
      side={
        <>
          <BinVisits location={bin} />
          <TracePanel
            traceableType="Location"
            traceableId={id}
            name={location}
            fieldLabels={locationTraceLabels}
            formatValue={formatValue}
          />
        </>
      }
    >
      <Section>
        <BinFacts location={bin} />
      </Section>
      <AisleMap location={bin} />
      <Section title={t('locations.plates')} count={bin.license_count}>
        <PlatesAt location={bin} />
      </Section>
      <BinGoods location={bin} />
      {shown && <BinDialog location={bin} shown={shown} back={back} onClose={() => setShown(undefined)} />}
    </DetailPage>
  );
}

function useMenu(bin: Location, onDelete: () => void): MenuAction[] {
  const t = useText();
  const { can } = useSession();
  if (!can(api.locations.remove.access)) return [];
  return [
    {
      label: t('locations.delete'),
      icon: <IconTrash size={16} stroke={1.7} />,
      danger: true,
      disabledBecause: isEmpty(bin) ? undefined : t('messages.LocationIsUsed'),
      run: onDelete,
    },
  ];
}

interface BinDialogProps {
  location: Location;
  shown: Shown;
  back: string;
  onClose: () => void;
}

function BinDialog({ location: bin, shown, back, onClose }: BinDialogProps) {
  const t = useText();
  const go = useGo();
  if (shown === 'edit') return <PlainDialog {...locationRecords} record={bin} onClose={onClose} />;
  if (shown === 'move') return <MoveAll location={bin} onClose={onClose} />;
  return (
    <PlainDelete
      {...locationRecords}
      record={bin}
      name={bin.location}
      question={t('locations.deleteText', { location: bin.location })}
      onClose={onClose}
      onDeleted={() => go(back)}
    />
  );
}

function BinFacts({ location: bin }: { location: Location }) {
  const t = useText();
  const format = useFormat();
  const { volume } = useMeasure();
  return (
    <Facts
      items={[
        { label: 'locations.type', value: t(`locations.types.${bin.type}`) },
        { label: 'locations.billingCategory', value: bin.billing_category },
        { label: 'locations.plates', value: format.number(bin.license_count) },
        { label: 'locations.capacityPlates', value: bin.capacity_plates ? format.number(bin.capacity_plates) : '' },
        {
          label: 'locations.capacityVolume',
          value: bin.capacity_volume ? `${format.number(bin.capacity_volume)} ${volume}` : '',
        },
        { label: 'locations.createdAt', value: format.date(bin.created_at) },
      ]}
    />
  );
}
