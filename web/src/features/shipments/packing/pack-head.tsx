import { api, CONTAINERS_MAX, relationDisplayName, type Shipment } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconTrash, IconWand } from '@tabler/icons-react';
import { useRead } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/failure.ts';
import { useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { type Translate, useText } from '../../../lib/text/text.ts';
import { OtherClient } from '../../../ui/detail/other-client.tsx';
import floor from '../../../ui/floor/floor.module.css';
import { listAddress } from '../../../ui/list/list-address.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { shipmentPills } from '../../orders/index.ts';
import { isLockedFor } from '../shipment-rules.ts';
import { shipmentsPath } from '../shipment-words.ts';
import { type Carton, drawCartonId, packBalance, packRest } from './pack-rules.ts';
import css from './packing.module.css';

const icon = { size: 16, stroke: 1.7 };

export interface PackHeadProps {
  shipment: Shipment;
  back: string;
  cartons: readonly Carton[];
  isSaving: boolean;
  /** `remark` says what could not be packed. */
  onPackAll: (cartons: readonly Carton[], remark: string) => void;
  onDeleteAll: () => void;
  onSave: () => void;
}

/** What *Pack all* makes of the cartons, how many it added, and what could not be packed. */
function packAllOf(
  { shipment_lines: lines }: Shipment,
  cartons: readonly Carton[],
  t: Translate,
  format: ReturnType<typeof useFormat>,
) {
  const { cartons: next, unpacked, tooMany } = packRest(cartons, lines, drawCartonId);
  const found = lines.filter((line) => unpacked.includes(line.id)).map(({ inventory }) => inventory.sku);
  const skus = [...new Set(found)].join(', ');
  const remarks = [
    tooMany > 0 && t('packing.tooManyCartons', { needed: format.number(tooMany), max: format.number(CONTAINERS_MAX) }),
    skus && t('packing.noCartonUnit', { skus }),
  ];
  const count = tooMany > 0 ? 0 : next.length - cartons.filter(({ contents }) => contents.length > 0).length;
  return { cartons: next, count, remark: remarks.filter(Boolean).join(' ') };
}

/** What is done with all cartons: packed by rule, deleted, saved. */
function PackActions({
  shipment,
  cartons,
  isSaving,
  onPackAll,
  onDeleteAll,
  onSave,
  isLarge = false,
}: Omit<PackHeadProps, 'back'> & { isLarge?: boolean }) {
  const t = useText();
  const format = useFormat();
  const { user } = useSession();
  const { shipment_lines: lines, packed } = shipment;
  const { left, over } = packBalance(lines, cartons);
  const holder = isLockedFor(shipment, { userId: user.id }) ? shipment.user : null;
  const fillAll = () => {
    const { cartons: next, count, remark } = packAllOf(shipment, cartons, t, format);
    onPackAll(next, remark);
    if (count > 0) showSuccess(t('packing.packedAll', { count }));
  };
  const saveText = holder
    ? t('packing.saveLocked', { name: holder.name })
    : over > 0
      ? t('packing.saveOver', { over: format.number(over) })
      : left > 0
        ? t('packing.saveLeft', { left: format.number(left) })
        : t('packing.save');
  const size = isLarge ? { size: 'md' } : {};
  return (
    <>
      {(packed === 1 || cartons.length > 0) && (
        <Button
          {...size}
          variant="default"
          leftSection={<IconTrash {...icon} />}
          disabled={holder !== null}
          onClick={onDeleteAll}
        >
          {t('packing.deleteAll')}
        </Button>
      )}
      <Button
        {...size}
        variant="default"
        leftSection={<IconWand {...icon} />}
        title={t('packing.packAllHint')}
        disabled={left === 0}
        onClick={fillAll}
      >
        {t('packing.packAll')}
      </Button>
      <Button {...size} disabled={isSaving || holder !== null} onClick={onSave}>
        {saveText}
      </Button>
    </>
  );
}

/** Its goods may be in several totes: all of them belong on the pack table. */
function ShipmentTotes({ id }: { id: number }) {
  const t = useText();
  const { can } = useSession();
  const isAllowed = can(api.totes.ofShipment.access);
  const { data = [] } = useRead(api.totes.ofShipment, { params: { id } }, { enabled: isAllowed, staleTime: 0 });
  if (data.length === 0) return null;
  const totes = data.map(({ tote }) => tote).join(', ');
  return <span className={css.totes}>{t('packing.totes', { count: data.length, totes })}</span>;
}

function AboutShipment({ shipment: { id, direction, status, order, courier } }: { shipment: Shipment }) {
  const t = useText();
  return (
    <>
      <StatusPill status={shipmentPills[status]}>{t(`orders.shipmentStatuses.${status}`)}</StatusPill>
      <span className={css.about}>
        {[
          order.client.company,
          order.reference,
          relationDisplayName(order.relation.name, order.source.source),
          courier.name,
        ]
          .filter(Boolean)
          .join(', ')}
      </span>
      {direction === 'outbound' && <ShipmentTotes id={id} />}
    </>
  );
}

/** The head of the desk's page. */
export function PackHead(props: PackHeadProps) {
  const t = useText();
  const { shipment, back } = props;
  const { id, direction } = shipment;
  return (
    <div className={css.head}>
      <OtherClient id={shipment.client_id} />
      <PageHead
        title={t('packing.titleOf', { id })}
        crumbs={[
          { label: t(`navigation.shipments.${direction}`), href: listAddress(shipmentsPath(direction)) },
          { label: t('shipments.title', { id }), href: back },
          { label: t('packing.title') },
        ]}
        badge={<AboutShipment shipment={shipment} />}
        actions={<PackActions {...props} />}
      />
    </div>
  );
}

/** The same on the floor, whose frame has the title. */
export function FloorPackHead(props: PackHeadProps) {
  return (
    <div className={floor.section}>
      <OtherClient id={props.shipment.client_id} />
      <div className={floor.actions}>
        <AboutShipment shipment={props.shipment} />
      </div>
      <div className={floor.actions}>
        <PackActions {...props} isLarge />
      </div>
    </div>
  );
}
