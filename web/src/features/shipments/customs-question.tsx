import { api, type CustomsGaps } from '@longshore/contract';
import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Mono } from '../../ui/mono.tsx';
import { PdfFailed } from '../../ui/pdf-failed.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import css from './shipments.module.css';

interface CustomsQuestionProps {
  ids: readonly number[];
  /** What the dialog of the paper is called. */
  title: string;
  onClose: () => void;
  /** The paper. */
  children: ReactNode;
}

/**
 * Asks before a commercial invoice is printed that customs would return, and shows it at once when nothing is missing.
 */
export default function CustomsQuestion({ ids, title, onClose, children }: CustomsQuestionProps) {
  const [isPrinted, print] = useState(false);
  const [body] = useState(() => ({ ids: [...ids] }));
  // Items are filled in in another tab: what is still missing is read when people come back.
  const options = { enabled: !isPrinted, staleTime: 0, gcTime: 0, refetchOnWindowFocus: 'always' } as const;
  const { data, error, refetch } = useRead(api.papers.customsGaps, { body }, options);
  const wasAsked = useRef(false);
  if (isPrinted) return children;
  if (error)
    return (
      <Dialog title={title} onClose={onClose}>
        <PdfFailed failure={error} onRetry={() => void refetch()} />
      </Dialog>
    );
  if (!data) return null;
  if (data.total === 0 && !wasAsked.current) return children;
  wasAsked.current = true;
  return <Question gaps={data} hasOne={ids.length === 1} onPrint={() => print(true)} onClose={onClose} />;
}

interface QuestionProps {
  gaps: CustomsGaps;
  /** Of one shipment, which needs no name. */
  hasOne: boolean;
  onPrint: () => void;
  onClose: () => void;
}

function Question({ gaps: { total, lines }, hasOne, onPrint, onClose }: QuestionProps) {
  const t = useText();
  const format = useFormat();
  return (
    <Dialog title={t('papers.customs.title')} onClose={onClose}>
      <Text mb="sm" role="status">
        {total > 0 ? t('papers.customs.text', { count: total }) : t('papers.customs.complete')}
      </Text>
      <ul className={css.gaps}>
        {lines.map(({ shipment_id, pt_number, inventory_id, sku, name, missing }) => (
          <li key={`${shipment_id} ${inventory_id}`}>
            <span>
              <Mono>{sku}</Mono> {name}
              <span className={css.second}>
                {!hasOne && `${t('papers.customs.of', { number: pt_number })} · `}
                {t('papers.customs.missing', {
                  facts: missing.map((fact) => t(`papers.customs.facts.${fact}`)).join(t('lists.valuesJoin')),
                })}
              </span>
            </span>
            <RouteLink
              className={css.link}
              href={`/inventories/${inventory_id}/action/edit`}
              target="_blank"
              aria-label={t('papers.customs.fillInOf', { sku })}
            >
              {t('papers.customs.fillIn')}
            </RouteLink>
          </li>
        ))}
      </ul>
      {total > lines.length && (
        <p className={css.none}>{t('papers.customs.more', { count: format.number(total - lines.length) })}</p>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common.cancel')}
        </Button>
        <Button onClick={onPrint}>{total > 0 ? t('papers.customs.printAnyway') : t('papers.print')}</Button>
      </Group>
    </Dialog>
  );
}
