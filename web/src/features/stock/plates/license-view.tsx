import { api, type License, type LicenseRow } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconArrowsSplit, IconForklift, IconPencil, IconPrinter, IconTrash } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { translateCode, useText } from '../../../lib/text/text.ts';
import { useBackLink } from '../../../ui/back-link.ts';
import { DetailPage, type MenuAction, Section } from '../../../ui/detail/detail-page.tsx';
import { Facts } from '../../../ui/detail/facts.tsx';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import { listAddress } from '../../../ui/list/list-address.ts';
import { useGo } from '../../../ui/route-link.tsx';
import { BinLink, TracePanel } from '../../records/index.ts';
import { BreakDialog } from './license-break.tsx';
import { DeleteLicense, LicenseDialog } from './license-dialog.tsx';
import { PlateItems } from './license-items.tsx';
import { LabelsDialog, MadePlates } from './license-labels.tsx';
import { binOf, licenseTraceLabels } from './license-words.ts';
import css from './licenses.module.css';
import { PlateMovements, PlatePlaces } from './plate-history.tsx';
import { PlatePicture } from './plate-picture.tsx';
import { Dimensions, Weight } from './plate-sizes.tsx';
import { PutAwayDialog } from './put-away.tsx';
import { hasWaitingPutAway } from './use-put-away.ts';

export function LicenseView() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const read = useRead(api.licenses.get, { params: { id: Number(id) } });
  const back = useBackLink() ?? listAddress('/licenses');
  return (
    <Loaded read={read} backTo={back}>
      {(plate) => <PlatePage key={plate.id} plate={plate} back={back} />}
    </Loaded>
  );
}

type Shown =
  | { what: 'edit' | 'move' | 'break' | 'label' | 'delete' }
  | { what: 'made'; title: string; plates: readonly License[] };

function PlatePage({ plate, back }: { plate: License; back: string }) {
  const t = useText();
  const { can } = useSession();
  const [shown, setShown] = useState<Shown | undefined>(() => (hasWaitingPutAway() ? { what: 'move' } : undefined));
  const icon = { size: 16, stroke: 1.7 };
  const { license, id } = plate;
  return (
    <DetailPage
      title={license}
      clientId={plate.client_id}
      mono
      crumbs={[{ label: t('shell.operation') }, { label: t('licenses.many'), href: back }, { label: license }]}
      actions={
        <>
          {can(api.licenses.update.access) && (
            <Button
              variant="default"
              aria-keyshortcuts="e"
              leftSection={<IconPencil {...icon} />}
              onClick={() => setShown({ what: 'edit' })}
            >
              {t('licenses.editShort')}
            </Button>
          )}
          {can(api.licenses.move.access) && (
            <Button leftSection={<IconForklift {...icon} />} onClick={() => setShown({ what: 'move' })}>
              {t(binOf(plate) ? 'licenses.move' : 'licenses.putAway')}
            </Button>
          )}
        </>
      }
      menu={useMenu(plate, (what) => setShown({ what }))}
      side={
        <>
          <PlatePlaces plate={plate} />
          <PlateMovements plate={plate} />
          <TracePanel traceableType="License" traceableId={id} name={license} fieldLabels={licenseTraceLabels} />
        </>
      }
    >
      <Section>
        <div className={css.pageTop}>
          <PlatePicture plate={plate} />
          <PlateFacts plate={plate} />
        </div>
      </Section>
      <Section title={t('licenses.items')}>
        <PlateItems plate={plate} />
      </Section>
      {shown && <PageDialog plate={plate} back={back} shown={shown} onShow={setShown} />}
    </DetailPage>
  );
}

function useMenu(plate: License, show: (what: 'break' | 'label' | 'delete') => void): MenuAction[] {
  const t = useText();
  const { can } = useSession();
  const icon = { size: 16, stroke: 1.7 };
  const { break: divide, labels, remove } = api.licenses;
  const choices = [
    {
      access: labels.access,
      label: t('licenses.printLabel'),
      icon: <IconPrinter {...icon} />,
      run: () => show('label'),
    },
    {
      access: divide.access,
      label: t('licenses.break'),
      icon: <IconArrowsSplit {...icon} />,
      run: () => show('break'),
    },
    {
      access: remove.access,
      label: t('licenses.delete'),
      icon: <IconTrash {...icon} />,
      danger: true,
      disabledBecause: plate.fulfillments_count > 0 ? translateCode(t, 60001) : undefined,
      run: () => show('delete'),
    },
  ];
  return choices.filter(({ access }) => can(access));
}

function PlateFacts({ plate }: { plate: License }) {
  const t = useText();
  const format = useFormat();
  const bin = binOf(plate);
  return (
    <Facts
      items={[
        { label: 'licenses.location', value: bin ? <BinLink {...bin} /> : t('licenses.noPlace') },
        { label: 'licenses.client', value: plate.client.company },
        { label: 'licenses.uom', value: plate.uom },
        { label: 'licenses.dimensions', value: <Dimensions plate={plate} /> },
        { label: 'licenses.weight', value: <Weight plate={plate} /> },
        { label: 'licenses.createdAt', value: format.date(plate.created_at) },
      ]}
    />
  );
}

interface PageDialogProps {
  plate: License;
  back: string;
  shown: Shown;
  onShow: (next: Shown | undefined) => void;
}

function PageDialog({ plate, back, shown, onShow }: PageDialogProps) {
  const go = useGo();
  const close = () => onShow(undefined);
  const row: LicenseRow = { ...plate, company: plate.client.company, location: binOf(plate)?.location ?? '' };
  switch (shown.what) {
    case 'edit':
      return <LicenseDialog plate={row} onClose={close} onDeleted={() => go(back)} />;
    case 'move':
      return <PutAwayDialog license={plate.license} onClose={close} />;
    case 'break':
      return (
        <BreakDialog plate={row} onMade={(title, plates) => onShow({ what: 'made', title, plates })} onClose={close} />
      );
    case 'label':
      return <LabelsDialog plates={[plate]} onClose={close} />;
    case 'delete':
      return <DeleteLicense plate={row} onClose={close} onDeleted={() => go(back)} />;
    case 'made':
      return <MadePlates title={shown.title} plates={shown.plates} onClose={close} />;
  }
}
