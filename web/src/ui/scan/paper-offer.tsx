import { api } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useRead } from '../../lib/api.ts';
import { useText } from '../../lib/text/text.ts';
import { useGo } from '../route-link.tsx';
import css from './paper-offer.module.css';
import { paperOf } from './scan-papers.ts';

/** What a scan of a paper opens, when the screen that is open is not about it: "806 is shipment SO-W2 — open it?" */
export function PaperOffer({ code }: { code: string }) {
  const t = useText();
  const go = useGo();
  const { data = [] } = useRead(api.records.scan, { body: { code } }, { enabled: code !== '' });
  const paper = paperOf(data, window.location.pathname);
  if (!paper) return null;
  return (
    <span className={css.offer}>
      <span>{t(`scan.paper.${paper.kind}`, { id: paper.id, name: paper.name })}</span>
      <Button variant="white" color="red" onClick={() => go(paper.path)}>
        {t('scan.open')}
      </Button>
    </span>
  );
}
