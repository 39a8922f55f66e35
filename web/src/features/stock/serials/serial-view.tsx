import { api, type Bucket, NO_LICENSE, NO_LOT } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconArrowsSplit, IconTrash } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { AddButton } from '../../../ui/add-button.tsx';
import { useBackLink } from '../../../ui/back-link.ts';
import { DetailPage, Section, SidePanel } from '../../../ui/detail/detail-page.tsx';
import { type Fact, Facts } from '../../../ui/detail/facts.tsx';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import { listAddress } from '../../../ui/list/list-address.ts';
import { Mono } from '../../../ui/mono.tsx';
import { RouteLink, useGo } from '../../../ui/route-link.tsx';
import { inventoryPath } from '../../inventory/index.ts';
import { BinLink, PlateLink } from '../../records/index.ts';
import { MovementHistory } from '../index.ts';
import { AddSerials } from './add-serials.tsx';
import { BucketStatePill } from './bucket-state.tsx';
import { SerialChips } from './serial-chips.tsx';
import { DeleteBucket, SerialDialog } from './serial-dialog.tsx';
import { bucketPath, bucketsPath } from './serial-words.ts';
import css from './serials.module.css';
import { SplitDialog } from './split-dialog.tsx';

export function SerialView() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const read = useRead(api.serials.get, { params: { id: Number(id) } });
  const back = useBackLink() ?? listAddress(bucketsPath);
  return (
    <Loaded read={read} backTo={back}>
      {(bucket) => <BucketPage key={bucket.id} bucket={bucket} back={back} />}
    </Loaded>
  );
}

type DialogState = { what: 'add' | 'split' | 'delete' } | { what: 'edit'; serial: Bucket['serials'][number] };

function BucketPage({ bucket, back }: { bucket: Bucket; back: string }) {
  const t = useText();
  const go = useGo();
  const { can } = useSession();
  const [dialog, setDialog] = useState<DialogState>();
  const close = () => setDialog(undefined);
  const mayEdit = !bucket.used && can(api.serials.addSerial.access);
  const icon = { size: 16, stroke: 1.7 };
  return (
    <DetailPage
      title={bucket.lead}
      clientId={bucket.client_id}
      mono
      crumbs={[{ label: t('shell.operation') }, { label: t('serials.many'), href: back }, { label: bucket.lead }]}
      badge={<BucketStatePill state={bucket.state} />}
      actions={<BucketActions bucket={bucket} onSplit={() => setDialog({ what: 'split' })} />}
      menu={
        !bucket.used && can(api.serials.remove.access)
          ? [
              {
                label: t('serials.delete'),
                icon: <IconTrash {...icon} />,
                danger: true,
                run: () => setDialog({ what: 'delete' }),
              },
            ]
          : []
      }
      side={<BucketSide bucket={bucket} />}
    >
      <Section>
        <BucketFacts bucket={bucket} />
      </Section>
      <Section
        title={t('serials.serials')}
        count={bucket.units}
        action={
          mayEdit && (
            <AddButton place="beside" onClick={() => setDialog({ what: 'add' })}>
              {t('serials.add')}
            </AddButton>
          )
        }
      >
        <SerialChips
          label={t('serials.serials')}
          chips={bucket.serials.map(({ id, serial }) => ({ key: id, serial }))}
          onPick={
            mayEdit
              ? (_, place) => {
                  const serial = bucket.serials[place];
                  if (serial) setDialog({ what: 'edit', serial });
                }
              : undefined
          }
        />
      </Section>
      {dialog?.what === 'add' && <AddSerials bucket={bucket} onClose={close} />}
      {dialog?.what === 'edit' && <SerialDialog bucket={bucket} serial={dialog.serial} onClose={close} />}
      {dialog?.what === 'split' && (
        <SplitDialog bucket={bucket} onSplit={({ id }) => go(bucketPath(id, 'view'))} onClose={close} />
      )}
      {dialog?.what === 'delete' && <DeleteBucket bucket={bucket} onDeleted={() => go(back)} onClose={close} />}
    </DetailPage>
  );
}

/** Only received goods are split: a bucket that is still expected can simply be edited. */
function BucketActions({ bucket, onSplit }: { bucket: Bucket; onSplit: () => void }) {
  const t = useText();
  const { can } = useSession();
  const splits = bucket.used && bucket.state !== 'disposed' && bucket.units > 1;
  if (!splits || !can(api.serials.split.access)) return null;
  return (
    <Button variant="default" leftSection={<IconArrowsSplit size={16} stroke={1.7} />} onClick={onSplit}>
      {t('serials.split')}
    </Button>
  );
}

function BucketFacts({ bucket }: { bucket: Bucket }) {
  const t = useText();
  const format = useFormat();
  const { inventory, place } = bucket;
  const facts: Fact[] = [
    {
      label: 'serials.sku',
      value: (
        <RouteLink href={inventoryPath(inventory.id, 'view')}>
          <Mono>{inventory.sku}</Mono>
        </RouteLink>
      ),
      copy: inventory.sku,
    },
    { label: 'serials.name', value: inventory.name },
    { label: 'serials.client', value: bucket.company },
    { label: 'serials.available', value: t(bucket.used ? 'serials.usedSince' : 'serials.availableYes') },
    { label: 'serials.lead', value: bucket.lead, mono: true, copy: true },
    { label: 'serials.increment', value: format.number(bucket.increment) },
    { label: 'serials.units', value: format.number(bucket.units) },
    { label: 'serials.createdAt', value: format.date(bucket.created_at) },
  ];
  if (place) {
    const plate =
      place.license === NO_LICENSE ? (
        t('inventory.noPlate')
      ) : (
        <PlateLink id={place.license_id} license={place.license} />
      );
    facts.push(
      { label: 'serials.plate', value: plate },
      {
        label: 'serials.location',
        value: place.location && <BinLink id={place.location_id} location={place.location} />,
      },
    );
    if (place.lot_number !== NO_LOT) facts.push({ label: 'serials.lot', value: place.lot_number, mono: true });
  }
  return <Facts items={facts} />;
}

/** The bucket's movements, and the buckets it was split from or into. */
function BucketSide({ bucket }: { bucket: Bucket }) {
  const t = useText();
  const { data: movements } = useRead(api.serials.movements, { params: { id: bucket.id } });
  const { split_from: from, split_into: into } = bucket;
  return (
    <>
      <SidePanel title={t('serials.way')}>
        <MovementHistory movements={movements} none={t('serials.noWay')} />
      </SidePanel>
      {(from || into.length > 0) && (
        <SidePanel title={t('serials.family')}>
          <ul className={css.family}>
            {from && (
              <li>
                <span className={css.quiet}>{t('serials.splitFrom')}</span>
                <BucketLink {...from} />
              </li>
            )}
            {into.map(({ units, ...part }) => (
              <li key={part.id}>
                <span className={css.quiet}>{t('serials.splitInto', { count: units })}</span>
                <BucketLink {...part} />
              </li>
            ))}
          </ul>
        </SidePanel>
      )}
    </>
  );
}

const BucketLink = ({ id, lead }: { id: number; lead: string }) => (
  <RouteLink href={bucketPath(id, 'view')}>
    <Mono>{lead}</Mono>
  </RouteLink>
);
