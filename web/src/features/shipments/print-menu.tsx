import {
  api,
  CARTONS_JOB_ABOVE,
  type Direction,
  isByCarton,
  isPaperOf,
  type PaperName,
  PRINT_JOB_ABOVE,
  PRINT_JOB_MAX,
  paperEndpoints,
} from '@longshore/contract';
import { Button, Menu, Tooltip } from '@mantine/core';
import { IconFileSpreadsheet, IconPrinter } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { asFailure, download, saveDownload } from '../../lib/api.ts';
import { showFailure } from '../../lib/failure.ts';
import { useSession } from '../../lib/session.ts';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

// Opened rarely: loaded then.
const PdfDialog = lazyPart(() => import('../../ui/pdf-dialog.tsx'));
const CustomsQuestion = lazyPart(() => import('./customs-question.tsx'));
const PrintJobDialog = lazyPart(() => import('./print-job-dialog.tsx'));

const icon = { size: 16, stroke: 1.7 };

interface PaperItem {
  paper: PaperName;
  label: Record<Direction, PlainKey>;
  /** Shows cartons. */
  needsCartons?: true;
}

const same = (label: PlainKey) => ({ inbound: label, outbound: label });

/** The papers as the menu groups them. */
const groups: readonly { title: PlainKey; items: readonly PaperItem[] }[] = [
  {
    title: 'papers.groups.warehouse',
    items: [
      { paper: 'regular', label: { inbound: 'papers.names.receiving', outbound: 'papers.names.regular' } },
      {
        paper: 'controlled',
        label: { inbound: 'papers.names.receivingControlled', outbound: 'papers.names.controlled' },
      },
      { paper: 'labels/mobile', label: same('papers.names.mobile') },
      { paper: 'labels/ctn', label: same('papers.names.cartonLabels') },
    ],
  },
  {
    title: 'papers.groups.customer',
    items: [
      { paper: 'packing', label: same('papers.names.packing') },
      { paper: 'packing/carton', label: same('papers.names.packingByCarton'), needsCartons: true },
      { paper: 'packing/kit-only', label: same('papers.names.packingKits') },
      { paper: 'invoice', label: same('papers.names.invoice') },
    ],
  },
  {
    title: 'papers.groups.freight',
    items: [
      { paper: 'report', label: { inbound: 'papers.names.receivingReport', outbound: 'papers.names.report' } },
      { paper: 'custom_ci', label: same('papers.names.commercialInvoice') },
    ],
  },
];

interface PrintMenuProps {
  /** The shipments, all of this direction. */
  ids: readonly number[];
  direction: Direction;
  /** Whether (all of) them are packed. */
  packed: boolean;
  /** Cartons of all of them. */
  cartons: number;
}

/** Prints papers of one shipment or of a selection; many, and many labels, are drawn in the background. */
export function PrintMenu({ ids, direction, packed, cartons }: PrintMenuProps) {
  const t = useText();
  const { can } = useSession();
  const [printing, setPrinting] = useState<PaperItem>();
  if (!can(api.papers.regular.access) || ids.length === 0) return null;
  const [only] = ids.length === 1 ? ids : [];
  const shown = groups
    .map(({ title, items }) => ({ title, items: items.filter(({ paper }) => isPaperOf(paper, direction)) }))
    .filter(({ items }) => items.length > 0);
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" leftSection={<IconPrinter {...icon} />}>
            {only ? t('papers.print') : t('papers.printSelected', { count: ids.length })}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {shown.map(({ title, items }) => (
            <Fragment key={title}>
              <Menu.Label>{t(title)}</Menu.Label>
              {items.map((item) => (
                <PaperMenuItem
                  key={item.paper}
                  label={t(item.label[direction])}
                  disabledBecause={item.needsCartons && !packed ? t('papers.notPacked') : undefined}
                  onPick={() => setPrinting(item)}
                />
              ))}
            </Fragment>
          ))}
          {only && direction === 'outbound' && (
            <>
              <Menu.Label>{t('papers.groups.files')}</Menu.Label>
              <PaperMenuItem
                label={t('papers.names.itemPackingList')}
                disabledBecause={packed ? undefined : t('papers.notPacked')}
                onPick={() => void savePackingList(only)}
                isSheet
              />
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {printing && (
        <PrintDialog
          ids={ids}
          direction={direction}
          cartons={cartons}
          item={printing}
          onClose={() => setPrinting(undefined)}
        />
      )}
    </>
  );
}

const cartonPapers = groups.flatMap(({ items }) => items).filter(({ paper }) => isByCarton(paper));

interface CartonPapersProps {
  id: number;
  cartons: number;
  /** Why they cannot be printed now. */
  disabledBecause: string | undefined;
}

/** What is printed when a shipment is packed: a label for each carton, and the slip of what is in which. */
export function CartonPapers({ id, cartons, disabledBecause }: CartonPapersProps) {
  const t = useText();
  const { can } = useSession();
  const [printing, setPrinting] = useState<PaperItem>();
  if (!can(api.papers.regular.access)) return null;
  return (
    <>
      <Menu position="bottom" width="target" withinPortal>
        <Menu.Target>
          <Button fullWidth variant="default" leftSection={<IconPrinter {...icon} />}>
            {t('packing.print')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {cartonPapers.map((item) => (
            <PaperMenuItem
              key={item.paper}
              label={t(item.label.outbound)}
              disabledBecause={disabledBecause}
              onPick={() => setPrinting(item)}
            />
          ))}
        </Menu.Dropdown>
      </Menu>
      {printing && (
        <PrintDialog
          ids={[id]}
          cartons={cartons}
          direction="outbound"
          item={printing}
          onClose={() => setPrinting(undefined)}
        />
      )}
    </>
  );
}

const savePackingList = (id: number) =>
  download(api.shipments.packingSheet, { params: { id } })
    .then(saveDownload)
    .catch((error: unknown) => showFailure(asFailure(error)));

interface PaperMenuItemProps {
  label: string;
  disabledBecause: string | undefined;
  onPick: () => void;
  isSheet?: boolean;
}

/** Disabled, it stays reachable by keyboard and says why. */
function PaperMenuItem({ label, disabledBecause, onPick, isSheet }: PaperMenuItemProps) {
  return (
    <Tooltip label={disabledBecause} disabled={!disabledBecause} position="left">
      <Menu.Item
        leftSection={isSheet && <IconFileSpreadsheet {...icon} />}
        data-disabled={disabledBecause ? true : undefined}
        aria-disabled={disabledBecause ? true : undefined}
        closeMenuOnClick={!disabledBecause}
        onClick={() => !disabledBecause && onPick()}
      >
        {label}
      </Menu.Item>
    </Tooltip>
  );
}

interface PrintDialogProps {
  ids: readonly number[];
  cartons: number;
  direction: Direction;
  item: PaperItem;
  onClose: () => void;
}

function PrintDialog({ ids, cartons, direction, item, onClose }: PrintDialogProps) {
  const t = useText();
  const paper = t(item.label[direction]);
  const title =
    ids.length === 1 ? t('papers.of', { paper, id: ids[0] ?? 0 }) : t('papers.ofMany', { paper, count: ids.length });
  const fileName = `${item.paper.replaceAll('/', '-')}${ids.length === 1 ? `-${ids[0]}` : ''}.pdf`;
  const shared = { title, fileName, onClose };
  const hasManyCartons = isByCarton(item.paper) && cartons > CARTONS_JOB_ABOVE;
  const isJob = ids.length > PRINT_JOB_ABOVE || hasManyCartons;
  const printed = ids.slice(0, PRINT_JOB_MAX);
  const dialog = isJob ? (
    <PrintJobDialog paper={item.paper} ids={printed} list={direction} {...shared} />
  ) : (
    <PdfDialog endpoint={paperEndpoints[item.paper]} input={{ query: { 'ids[]': ids.map(String) } }} {...shared} />
  );
  if (item.paper !== 'custom_ci') return dialog;
  return (
    <CustomsQuestion ids={printed} title={title} onClose={onClose}>
      {dialog}
    </CustomsQuestion>
  );
}
