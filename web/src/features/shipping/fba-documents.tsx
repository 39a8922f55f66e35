import {
  type FbaDocument,
  type FbaDocumentName,
  type FbaShipment,
  fbaPaperEndpoints,
  fbaPaperRefusal,
} from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type Translate, translateReason, useText } from '../../lib/text/text.ts';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import css from './fba.module.css';

// Opened rarely: loaded then.
const PdfDialog = lazyPart(() => import('../../ui/pdf-dialog.tsx'));

/** The papers that we draw; some also for a label printer. */
const PAPERS = [
  { name: 'prep' },
  { name: 'shipment', small: 'shipment/sm' },
  { name: 'shipment-sku', small: 'shipment-sku/sm' },
  { name: 'two-d-feed' },
] as const;
type Paper = (typeof PAPERS)[number];

interface Opened {
  name: FbaDocumentName;
  title: string;
}

const nameOf = (t: Translate, { name }: Paper, isSmall = false) =>
  [t(`fba.papers.names.${name}`), isSmall ? t('fba.papers.small') : ''].filter(Boolean).join(t('lists.valuesJoin'));

/** Documents, with the reason of those that cannot be printed yet. */
export function DocumentsPanel({ fba }: { fba: FbaShipment }) {
  const t = useText();
  const [opened, setOpened] = useState<Opened>();
  return (
    <SidePanel title={t('fba.documents')} count={PAPERS.length + fba.documents.length}>
      <ul className={css.documents}>
        {PAPERS.map((paper) => (
          <PaperRow key={paper.name} fba={fba} paper={paper} onOpen={setOpened} />
        ))}
        {fba.documents.map((document) => (
          <LabelsRow key={document.paper} document={document} />
        ))}
      </ul>
      {opened && (
        <PdfDialog
          endpoint={fbaPaperEndpoints[opened.name]}
          input={{ query: { id: String(fba.shipment_id) } }}
          title={t('fba.papers.of', { paper: opened.title, id: fba.shipment_id })}
          fileName={`${opened.name.replaceAll('/', '-')}-${fba.shipment_id}.pdf`}
          onClose={() => setOpened(undefined)}
        />
      )}
    </SidePanel>
  );
}

function Row({ name, hint, isLater, children }: { name: string; hint: string; isLater: boolean; children: ReactNode }) {
  return (
    <li data-state={isLater ? 'later' : undefined}>
      <span>
        {name}
        <span className={css.second}>{hint}</span>
      </span>
      {children}
    </li>
  );
}

interface PaperRowProps {
  fba: FbaShipment;
  paper: Paper;
  onOpen: (opened: Opened) => void;
}

function PaperRow({ fba, paper, onOpen }: PaperRowProps) {
  const t = useText();
  const refusal = fbaPaperRefusal(paper.name, {
    feedType: fba.feed_type,
    isPacked: fba.packed === 1,
    isThere: fba.exist_in_fba === 1,
    isVoided: fba.next === 'voided',
  });
  const hint = refusal ? t(`fba.papers.later.${refusal}`) : t(`fba.papers.hints.${paper.name}`);
  const title = nameOf(t, paper);
  return (
    <Row name={title} hint={hint} isLater={refusal !== undefined}>
      {!refusal && (
        <span className={css.prints}>
          {'small' in paper && (
            <Button
              variant="subtle"
              size="xs"
              aria-label={`${t('fba.print')}: ${nameOf(t, paper, true)}`}
              onClick={() => onOpen({ name: paper.small, title: nameOf(t, paper, true) })}
            >
              {t('fba.papers.small')}
            </Button>
          )}
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconPrinter size={14} aria-hidden />}
            aria-label={`${t('fba.print')}: ${title}`}
            onClick={() => onOpen({ name: paper.name, title })}
          >
            {t('fba.print')}
          </Button>
        </span>
      )}
    </Row>
  );
}

function LabelsRow({ document }: { document: FbaDocument }) {
  const t = useText();
  const { paper, state, url } = document;
  const name = t(`fba.documentNames.${paper}`);
  const hint = {
    later: t('fba.afterConfirm'),
    waiting: t('fba.preparing'),
    ready: t(`fba.documentHints.${paper}`),
    refused: translateReason(t, document.problem_key, document.problem),
  }[state];
  return (
    <Row name={name} hint={hint} isLater={state === 'later'}>
      {state === 'ready' && (
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noreferrer"
          variant="subtle"
          size="xs"
          leftSection={<IconPrinter size={14} aria-hidden />}
          aria-label={`${t('fba.print')}: ${name}`}
        >
          {t('fba.print')}
        </Button>
      )}
    </Row>
  );
}
