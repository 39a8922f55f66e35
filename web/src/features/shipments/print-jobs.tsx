import { api, type Direction } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useRead } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { forgetPrint, type RememberedPrint, useRememberedPrints } from './remembered-prints.ts';

const PrintJobDialog = lazyPart(() => import('./print-job-dialog.tsx'));

/** How often the progress is read while its window is closed. */
const POLL_MS = 3000;

/** Documents of many shipments that were asked for in this list and not shown yet. */
export function PrintJobs({ list }: { list: Direction }) {
  const { user } = useSession();
  const prints = useRememberedPrints(user.id, list);
  const [shown, setShown] = useState<RememberedPrint>();
  return (
    <>
      {prints.map((print) => (
        <JobButton key={print.id} print={print} list={list} onOpen={() => setShown(print)} />
      ))}
      {shown && (
        <PrintJobDialog
          key={shown.id}
          jobId={shown.id}
          paper={shown.paper}
          ids={shown.ids}
          title={shown.title}
          fileName={shown.fileName}
          list={list}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}

interface JobButtonProps {
  print: RememberedPrint;
  list: Direction;
  onOpen: () => void;
}

function JobButton({ print, list, onOpen }: JobButtonProps) {
  const t = useText();
  const { user } = useSession();
  const [isOver, setOver] = useState(false);
  const { data: job, error } = useRead(
    api.papers.printJob,
    { params: { id: print.id } },
    { refetchInterval: isOver ? false : POLL_MS },
  );
  useEffect(() => setOver(job !== undefined && job.status !== 'running'), [job]);
  const isGone = error?.status === 404;
  useEffect(() => {
    if (isGone) forgetPrint(user.id, list, print.id);
  }, [isGone, user.id, list, print.id]);
  if (!job || isGone) return null;
  const words = { paper: print.title, done: job.done, total: job.total };
  return (
    <Button
      variant="subtle"
      size="sm"
      title={print.title}
      maw="calc(100vw - 2rem)"
      leftSection={<IconPrinter size={16} stroke={1.7} />}
      onClick={onOpen}
    >
      {t(`papers.job.${job.status}`, words)}
    </Button>
  );
}
