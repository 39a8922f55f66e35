import { api, type ListQuery, type RunningExport } from '@longshore/contract';
import { Button, Loader, Menu } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconTableExport, IconUpload, IconX } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { type CallInput, download, saveDownload } from '../../lib/api.ts';
import { showFailure } from '../../lib/failure.ts';
import { type Translate, useText } from '../../lib/text/text.ts';
import { rememberedImport } from '../import/remembered-import.ts';
import { lazyPart } from '../lazy-part.tsx';
import type { ListEndpoint, ListExport, ListImport } from './list-types.ts';
import { useExport } from './use-export.ts';

// Most visits to a list import nothing: the dialog is loaded when it is opened.
const ImportDialog = lazyPart(() => import('../import/import-dialog.tsx'));

interface ExcelProps<E extends ListEndpoint> {
  endpoint: E;
  sentQuery: ListQuery;
  imports: readonly ListImport[];
  exports: readonly ListExport[];
  onImported: () => void;
}

/** The button says how far an export is, once the server knows how many rows there are. */
function labelOf(t: Translate, progress: RunningExport | undefined): string {
  if (progress?.state === 'waiting') return t('lists.exportWaits');
  if (!progress?.total) return t('lists.excel');
  const { rows, total } = progress;
  return t('lists.exportGoesOn', { rows: rows.toLocaleString(), total: total.toLocaleString() });
}

/** Export, import and templates of a list. A running import whose dialog was closed can be reopened here. */
export function ExcelMenu<E extends ListEndpoint>(props: ExcelProps<E>) {
  const { endpoint, sentQuery, imports, exports, onImported } = props;
  const t = useText();
  const [open, setOpen] = useState<ListImport>();
  const exporting = useExport(endpoint.path);
  const icon = { size: 16, stroke: 1.7 };
  const query = { ...sentQuery, on_page: 1 };
  const exportList = () =>
    exporting.run((signal) => download(endpoint, { query } as CallInput<E>, { signal }).then(saveDownload));
  const template = ({ type }: ListImport) =>
    download(api.records.importTemplate, { params: { type } }).then(saveDownload, showFailure);
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button
            variant="default"
            size="sm"
            leftSection={exporting.isRunning ? <Loader size={16} /> : <IconFileSpreadsheet {...icon} />}
          >
            <span aria-live="polite">{labelOf(t, exporting.progress)}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {imports.map((importing) => (
            <Fragment key={importing.type}>
              {imports.length > 1 && <Menu.Label>{importing.title}</Menu.Label>}
              <Menu.Item leftSection={<IconUpload {...icon} />} onClick={() => setOpen(importing)}>
                {t(rememberedImport(importing) ? 'lists.runningImport' : 'lists.importFile')}
              </Menu.Item>
              <Menu.Item leftSection={<IconDownload {...icon} />} onClick={() => template(importing)}>
                {t('lists.template')}
              </Menu.Item>
              <Menu.Divider />
            </Fragment>
          ))}
          {exporting.isRunning && (
            <Menu.Item leftSection={<IconX {...icon} />} onClick={exporting.cancel}>
              {t('lists.cancelExport')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconTableExport {...icon} />} onClick={exportList} disabled={exporting.isRunning}>
            {t('lists.exportList')}
          </Menu.Item>
          {exports.map(({ label, save }) => (
            <Menu.Item
              key={label}
              leftSection={<IconTableExport {...icon} />}
              onClick={() => exporting.run(() => save(query))}
              disabled={exporting.isRunning}
            >
              {t(label)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {open && <ImportDialog {...open} onClose={() => setOpen(undefined)} onImported={onImported} />}
    </>
  );
}
