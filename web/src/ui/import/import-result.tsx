import { api, type ImportRun } from '@longshore/contract';
import { Button } from '@mantine/core';
import {
  IconAlertCircle,
  IconCheck,
  IconDownload,
  IconFileTypeXls,
  IconHourglass,
  IconMinus,
  IconPlayerPlay,
  IconUpload,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { download, saveDownload, useWrite } from '../../lib/api.ts';
import { showFailure } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { translateReason, useText } from '../../lib/text/text.ts';
import { RouteLink } from '../route-link.tsx';
import css from './import.module.css';
import { countsOrders, failedRows, problemRows, stripOf } from './import-rules.ts';

/** Limits the list on screen; the download has all problems. */
const PROBLEMS_SHOWN = 200;

interface ResultProps {
  run: ImportRun;
  template: ReactNode;
  onAnother: () => void;
  onDone: () => void;
  /** A failed import was resumed. */
  onResumed: (run: ImportRun) => void;
}

export function ImportResult({ run, template, onAnother, onDone, onResumed }: ResultProps) {
  const t = useText();
  const format = useFormat();
  const isFailed = run.state === 'failed';
  const bad = failedRows(run).size;
  // Rows saved as a group count at the first of them, so for an import that stopped the blank rows are not known.
  const blank = isFailed ? 0 : run.rows - run.success - bad;
  const rows = t('lists.imports.fileRows', { count: run.rows });
  return (
    <>
      <div className={css.file}>
        <IconFileTypeXls size={24} stroke={1.4} aria-hidden />
        <span className={css.fileText}>
          <span className={css.fileName}>{run.file_name}</span>
          <span className={css.small}>
            {t('lists.imports.readAt', { rows, time: format.dateTime(run.created_at) })}
          </span>
        </span>
        {template}
      </div>
      {isFailed && <Failed run={run} onResumed={onResumed} />}
      <Figures run={run} bad={bad} blank={blank} />
      <Strip run={run} bad={bad} />
      {run.errors.length > 0 && <Problems run={run} />}
      {run.records.length > 0 && <SavedRecords run={run} onOpen={onDone} />}
      {!isFailed && run.errors.length === 0 && blank === 0 && <p>{t('lists.imports.allGood')}</p>}
      <div className={css.foot}>
        {bad > 0 && (
          <>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} stroke={1.7} />}
              onClick={() =>
                download(api.records.importFailed, { params: { id: run.import_id } }).then(saveDownload, showFailure)
              }
            >
              {t('lists.imports.downloadFailed', { count: bad })}
            </Button>
            <span className={css.small}>{t('lists.imports.downloadHint')}</span>
          </>
        )}
        <div className={css.footEnd}>
          <Button variant="default" leftSection={<IconUpload size={16} stroke={1.7} />} onClick={onAnother}>
            {t('lists.imports.another')}
          </Button>
          <Button onClick={onDone}>{t('lists.imports.done')}</Button>
        </div>
      </div>
    </>
  );
}

function Failed({ run, onResumed }: Pick<ResultProps, 'run' | 'onResumed'>) {
  const t = useText();
  const resume = useWrite(api.records.resumeImport, { onSuccess: onResumed });
  return (
    <div className={css.failed} role="alert">
      <p>
        <strong>{t('lists.imports.stopped')}</strong> {translateReason(t, run.reason_key, run.reason)}
      </p>
      <p className={css.small}>{t('lists.imports.resumeHint')}</p>
      <Button
        leftSection={<IconPlayerPlay size={16} stroke={1.7} />}
        loading={resume.isPending}
        onClick={() => resume.mutate({ params: { id: run.import_id } })}
      >
        {t('lists.imports.resume')}
      </Button>
    </div>
  );
}

function Figures({ run, bad, blank }: { run: ImportRun; bad: number; blank: number }) {
  const t = useText();
  const format = useFormat();
  const waiting = run.rows - run.done;
  const isOrders = countsOrders(run);
  const savedText = () => {
    if (isOrders)
      return t('lists.imports.ordersFrom', {
        count: run.record_count,
        rows: t('lists.imports.fileRows', { count: run.success }),
      });
    if (run.records.length === 0) return t('lists.imports.imported', { count: run.success });
    return t('lists.imports.newAndUpdated', {
      created: format.number(run.created),
      updated: format.number(run.success - run.created),
    });
  };
  return (
    <div className={css.figures} role="status">
      <Figure
        value={format.number(isOrders ? run.record_count : run.success)}
        icon={run.success > 0 && <IconCheck size={20} className={css.good} aria-hidden />}
        text={savedText()}
      />
      {bad > 0 && (
        <Figure
          value={format.number(bad)}
          icon={<IconAlertCircle size={20} stroke={1.7} className={css.bad} aria-hidden />}
          text={`${t('lists.imports.notImported', { count: bad })}${t('lists.valuesJoin')}${t('lists.imports.problems', { count: run.errors.length })}`}
        />
      )}
      {blank > 0 && (
        <Figure
          value={format.number(blank)}
          icon={<IconMinus size={20} stroke={1.7} className={css.blank} aria-hidden />}
          text={t('lists.imports.leftOut', { count: blank })}
        />
      )}
      {waiting > 0 && (
        <Figure
          value={format.number(waiting)}
          icon={<IconHourglass size={20} stroke={1.7} className={css.blank} aria-hidden />}
          text={t('lists.imports.waiting', { count: waiting })}
        />
      )}
    </div>
  );
}

function Figure({ value, icon, text }: { value: string; icon: ReactNode; text: string }) {
  return (
    <div>
      <div className={css.figure}>
        {value}
        {icon}
      </div>
      <div className={css.figureText}>{text}</div>
    </div>
  );
}

function Strip({ run, bad }: { run: ImportRun; bad: number }) {
  const t = useText();
  const cells = stripOf(run);
  if (cells.length === 0) return null;
  return (
    <div
      className={css.strip}
      role="img"
      aria-label={t('lists.imports.strip', { good: run.success, rows: run.rows, bad })}
      style={{ gap: cells.length > 120 ? 0 : 1 }}
    >
      {cells.map(({ from, to, state }) => (
        <span
          key={from}
          className={css.cell}
          data-state={state}
          title={
            from === to ? t('lists.imports.stripCell', { row: from }) : t('lists.imports.stripCells', { from, to })
          }
        />
      ))}
    </div>
  );
}

/** The first of the saved records, each a link to its page. */
function SavedRecords({ run, onOpen }: { run: ImportRun; onOpen: () => void }) {
  const t = useText();
  const more = run.record_count - run.records.length;
  return (
    <details className={css.saved}>
      <summary>{t('lists.imports.savedRecords')}</summary>
      <ul className={css.savedList}>
        {run.records.map(({ row, title, path, is_new }) => (
          <li key={row}>
            <RouteLink href={path} onClick={onOpen}>
              {title}
            </RouteLink>
            <span className={css.small}>{t(is_new ? 'lists.imports.isNew' : 'lists.imports.isUpdated')}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={css.small}>{t('lists.imports.moreRecords', { count: more })}</p>}
    </details>
  );
}

function Problems({ run }: { run: ImportRun }) {
  const t = useText();
  const more = run.errors.length - PROBLEMS_SHOWN;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, on a phone sideways too, and the keyboard must reach it.
    <section className={css.problems} aria-label={t('lists.imports.problem')} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col" className={css.row}>
              {t('lists.imports.row')}
            </th>
            <th scope="col">{t('lists.imports.column')}</th>
            <th scope="col">{t('lists.imports.cellValue')}</th>
            <th scope="col">{t('lists.imports.problem')}</th>
          </tr>
        </thead>
        <tbody>
          {problemRows(run.errors, PROBLEMS_SHOWN).map(({ id, first, row, column, value, message, key }) => (
            <tr key={id}>
              <td className={css.row}>{first ? row : ''}</td>
              <td>{column}</td>
              <td>{value === '' ? '–' : <code>{value}</code>}</td>
              <td className={css.problem}>{translateReason(t, key, message)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p className={css.small}>{t('lists.imports.moreProblems', { count: more })}</p>}
    </section>
  );
}
