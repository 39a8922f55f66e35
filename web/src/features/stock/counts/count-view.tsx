import { api, type Count } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconBan, IconRefresh, IconTableExport } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { download, saveDownload, useRead, useWrite } from '../../../lib/api.ts';
import { showFailure } from '../../../lib/failure.ts';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { DetailPage, Section } from '../../../ui/detail/detail-page.tsx';
import { type Fact, Facts } from '../../../ui/detail/facts.tsx';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { listAddress } from '../../../ui/list/list-address.ts';
import { RouteLink, useGo } from '../../../ui/route-link.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useDelayed } from '../../../ui/use-delayed.ts';
import { Waterline } from '../../../ui/waterline.tsx';
import { refreshCount, rememberCount } from './count-cache.ts';
import { CountFigures } from './count-figures.tsx';
import { CountLines } from './count-lines.tsx';
import { CountSteps } from './count-steps.tsx';
import { countPath, countsPath, statePills, type Tile } from './count-words.ts';
import css from './counts.module.css';
import { PostButton } from './post-count.tsx';

const ImportDialog = lazyPart(() => import('../../../ui/import/import-dialog.tsx'));

const POLL_MS = 1000;
const STALLED_MS = 15_000;

export function CountView() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const read = useRead(api.counts.get, { params: { id: Number(id) } });
  return (
    <Loaded read={read} backTo={listAddress(countsPath)}>
      {(count) => <CountPage key={count.id} count={count} />}
    </Loaded>
  );
}

function CountPage({ count }: { count: Count }) {
  const t = useText();
  const [tile, setTile] = useState<Tile>('all');
  const [doing, setDoing] = useState<'upload' | 'cancel'>();
  const title = t('counts.one', { id: count.id });
  const exportRows = () =>
    download(api.counts.lines, { query: { filter_by: { count_id: [String(count.id)] } } }).then(
      saveDownload,
      showFailure,
    );
  const icon = { size: 16, stroke: 1.7 };
  return (
    <DetailPage
      title={title}
      clientId={count.client_id}
      crumbs={[
        { label: t('shell.operation') },
        { label: t('counts.many'), href: listAddress(countsPath) },
        { label: title },
      ]}
      badge={
        <>
          <span className={css.headName}>{count.name}</span>
          <StatusPill status={statePills[count.state]}>{t(`counts.states.${count.state}`)}</StatusPill>
          {count.blind === 1 && <Tag tone="attention">{t('counts.blind')}</Tag>}
        </>
      }
      actions={<RecountButton count={count} />}
      menu={[
        { label: t('counts.export'), icon: <IconTableExport {...icon} />, run: exportRows },
        ...(count.state === 'open'
          ? [
              {
                label: t('counts.cancel'),
                icon: <IconBan {...icon} />,
                danger: true,
                run: () => setDoing('cancel'),
              },
            ]
          : []),
      ]}
    >
      <Section>
        <CountFacts count={count} />
      </Section>
      {count.state === 'open' && (
        <Section title={t('counts.steps')}>
          <CountSteps
            count={count}
            onUpload={() => setDoing('upload')}
            onReview={() => setTile('differing')}
            post={<PostButton count={count} />}
          />
        </Section>
      )}
      {count.state === 'posting' && <Posting count={count} />}
      <Section>
        <CountFigures count={count} shown={tile} onShow={setTile} />
      </Section>
      <CountLines key={tile} count={count} tile={tile} />
      {doing === 'upload' && (
        <ImportDialog
          type="CountSheet"
          title={t('counts.uploadTitle', { id: count.id })}
          clientId={count.client_id}
          countId={count.id}
          onClose={() => setDoing(undefined)}
          onImported={() => void refreshCount(count.id)}
        />
      )}
      {doing === 'cancel' && <CancelDialog count={count} onClose={() => setDoing(undefined)} />}
    </DetailPage>
  );
}

function CountFacts({ count }: { count: Count }) {
  const t = useText();
  const format = useFormat();
  const link = (id: number): ReactNode => <RouteLink href={countPath(id)}>{t('counts.one', { id })}</RouteLink>;
  const facts: Fact[] = [
    { label: 'counts.client', value: count.client.company },
    { label: 'counts.sheetAt', value: format.dateTime(count.sheet_at) },
    { label: 'counts.madeBy', value: count.user },
  ];
  if (count.posted_at)
    facts.push({ label: 'counts.postedAt', value: format.dateTime(count.posted_at), second: count.posted_by });
  if (count.recount_of) facts.push({ label: 'counts.recountOf', value: link(count.recount_of) });
  if (count.recounted_by) facts.push({ label: 'counts.recountedBy', value: link(count.recounted_by) });
  return <Facts items={facts} />;
}

/** Posting runs as a job; the page polls until it is done. */
function Posting({ count }: { count: Count }) {
  const t = useText();
  const format = useFormat();
  const { done, counted } = count.figures;
  useRead(api.counts.get, { params: { id: count.id } }, { refetchInterval: POLL_MS, staleTime: 0 });
  const numbers = t('counts.postedOf', { done: format.number(done), counted: format.number(counted) });
  return (
    <Section title={t('counts.states.posting')}>
      <div className={css.posting} aria-live="polite">
        {numbers}
        <Waterline done={done} total={counted} label={numbers} />
        <ContinuePosting key={done} count={count} />
      </div>
    </Section>
  );
}

/**
 * Offered when posting has stalled, for example because the user who started it was disabled: continues it as the
 * current user.
 */
function ContinuePosting({ count }: { count: Count }) {
  const t = useText();
  const isStalled = useDelayed(true, STALLED_MS);
  const post = useWrite(api.counts.post, { onSuccess: rememberCount });
  const isStalledAgain = useDelayed(post.isSuccess, STALLED_MS);
  const isRequested = post.isPending || (post.isSuccess && !isStalledAgain);
  return (
    <>
      <span className={css.stepHint}>{t(isStalled && !isRequested ? 'counts.standsHint' : 'counts.postingHint')}</span>
      {isStalled && (
        <div>
          <Button variant="default" disabled={isRequested} onClick={() => post.mutate({ params: { id: count.id } })}>
            {t('counts.goOn')}
          </Button>
        </div>
      )}
    </>
  );
}

/** Creates a new count for the rows that were not posted. */
function RecountButton({ count }: { count: Count }) {
  const t = useText();
  const go = useGo();
  const rows = count.figures.recount + count.figures.refused;
  const recount = useWrite(api.counts.recount, {
    onSuccess: (made) => {
      rememberCount(made);
      void refreshCount(count.id);
      go(countPath(made.id));
    },
    onFailure: (failure) => {
      // Somebody else has started the recount: the refreshed page links to it.
      if (failure.status === 422) void refreshCount(count.id);
      return failure.status === 422;
    },
  });
  if (count.state !== 'posted' || rows === 0 || count.recounted_by) return null;
  return (
    <Button
      leftSection={<IconRefresh size={16} stroke={1.7} />}
      disabled={recount.isPending}
      onClick={() => recount.mutate({ params: { id: count.id } })}
    >
      {t('counts.recount', { count: rows })}
    </Button>
  );
}

function CancelDialog({ count, onClose }: { count: Count; onClose: () => void }) {
  const t = useText();
  const done = () => {
    void refreshCount(count.id);
    onClose();
  };
  const cancel = useWrite(api.counts.cancel, {
    onSuccess: done,
    onFailure: (failure) => {
      if (failure.status === 422) done();
      return failure.status === 422;
    },
  });
  return (
    <ConfirmDialog
      title={t('counts.cancel')}
      text={t('counts.cancelText', { id: count.id })}
      confirm={t('counts.cancel')}
      danger
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate({ params: { id: count.id } })}
      onClose={onClose}
    />
  );
}
