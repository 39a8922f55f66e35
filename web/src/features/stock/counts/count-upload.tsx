import { api, type CountRow } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import ImportDialog from '../../../ui/import/import-dialog.tsx';
import { useGo } from '../../../ui/route-link.tsx';
import { refreshCount } from './count-cache.ts';
import { CountDialog } from './count-dialog.tsx';
import { countPath } from './count-words.ts';
import css from './counts.module.css';

const COUNTS_SHOWN = 50;

/** Uploads counted figures beside the count sheet: to one of the client's open counts, which it then leads to. */
export function CountUpload({ clientId }: { clientId: number | undefined }) {
  const t = useText();
  const { can } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!can(api.counts.list.access)) return null;
  return (
    <>
      <Button variant="default" leftSection={<IconUpload size={16} stroke={1.7} />} onClick={() => setOpen(true)}>
        {t('counts.uploadFigures')}
      </Button>
      {isOpen && <UploadSteps clientId={clientId} onClose={() => setOpen(false)} />}
    </>
  );
}

function UploadSteps({ clientId, onClose }: { clientId: number | undefined; onClose: () => void }) {
  const t = useText();
  const go = useGo();
  const [chosen, setChosen] = useState<CountRow>();
  const [isMaking, setMaking] = useState(false);
  const [hasSaved, setSaved] = useState(false);
  if (isMaking) return <CountDialog onClose={onClose} />;
  if (!chosen)
    return <ChooseCount clientId={clientId} onChoose={setChosen} onMake={() => setMaking(true)} onClose={onClose} />;
  return (
    <ImportDialog
      type="CountSheet"
      title={t('counts.uploadTitle', { id: chosen.id })}
      clientId={chosen.client_id}
      countId={chosen.id}
      onImported={() => {
        setSaved(true);
        void refreshCount(chosen.id);
      }}
      onClose={() => {
        onClose();
        if (hasSaved) go(countPath(chosen.id));
      }}
    />
  );
}

interface ChooseProps {
  clientId: number | undefined;
  onChoose: (count: CountRow) => void;
  onMake: () => void;
  onClose: () => void;
}

function ChooseCount({ clientId, onChoose, onMake, onClose }: ChooseProps) {
  const t = useText();
  const format = useFormat();
  const filter_by = { state: ['open'], ...(clientId ? { client_id: [String(clientId)] } : {}) };
  const { data, isPending } = useRead(api.counts.list, { query: { filter_by, per_page: COUNTS_SHOWN } });
  const counts = data?.records ?? [];
  return (
    <Dialog title={t('counts.uploadFigures')} onClose={onClose}>
      {counts.length === 0 && !isPending ? (
        <EmptyState title={t('counts.noneOpen')} hint={t('counts.noneOpenHint')}>
          <Button onClick={onMake}>{t('counts.make')}</Button>
        </EmptyState>
      ) : (
        <>
          <p className={css.explained}>{t('counts.uploadChoose')}</p>
          <ul className={css.choices} aria-label={t('counts.uploadChoose')}>
            {counts.map((count) => (
              <li key={count.id}>
                <button type="button" className={css.choice} onClick={() => onChoose(count)}>
                  <strong>{`#${count.id} ${count.name || t('counts.unnamed')}`}</strong>
                  <span>
                    {count.company} ·{' '}
                    {t('counts.countedOf', {
                      counted: format.number(count.counted),
                      lines: format.number(count.lines),
                    })}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
