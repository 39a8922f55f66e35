import { type Access, api } from '@longshore/contract';
import {
  IconArrowsLeftRight,
  IconCircleCheck,
  IconClipboardCheck,
  IconForklift,
  IconListCheck,
  IconPackage,
  IconPackageExport,
  IconPackageImport,
  IconPlugConnectedX,
  IconSearch,
  IconStackPush,
} from '@tabler/icons-react';
import { useRead } from '../../lib/api.ts';
import { useConnection } from '../../lib/connection.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import css from '../../ui/floor/floor.module.css';
import { Logo } from '../../ui/logo.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { FloorBegin } from './floor-begin.tsx';
import { MY_WORK, REPLENISH } from './floor-paths.ts';
import { PersonButton } from './person-button.tsx';
import { taskName } from './work-words.ts';

type TileName = 'work' | 'receive' | 'putAway' | 'pick' | 'pack' | 'replenish' | 'count' | 'move' | 'lookUp';

interface Tile {
  name: TileName;
  href: string;
  icon: typeof IconSearch;
  access: Access;
  /** Needs nothing of the server before the first scan. */
  isOffline?: true;
}

const TILES: readonly Tile[] = [
  { name: 'work', href: MY_WORK, icon: IconListCheck, access: api.tasks.mine.access },
  { name: 'receive', href: '/floor/receive', icon: IconPackageImport, access: api.shipments.fulfilLine.access },
  { name: 'putAway', href: '/floor/put-away', icon: IconForklift, access: api.licenses.move.access, isOffline: true },
  { name: 'pick', href: '/floor/pick', icon: IconPackageExport, access: api.shipments.fulfilLine.access },
  { name: 'pack', href: '/floor/pack', icon: IconPackage, access: api.shipments.pack.access },
  {
    name: 'replenish',
    href: REPLENISH,
    icon: IconStackPush,
    access: { all: ['view_location_list', 'put_license_to_location', 'move_between_license'] },
  },
  { name: 'count', href: '/floor/count', icon: IconClipboardCheck, access: api.counts.list.access },
  { name: 'move', href: '/floor/move', icon: IconArrowsLeftRight, access: api.licenses.move.access, isOffline: true },
  { name: 'lookUp', href: '/floor/look-up', icon: IconSearch, access: 'user' },
];

const openCounts = { query: { filter_by: { state: ['open'] }, per_page: 1 } };

/** How much of each kind waits; undefined while it is not known. */
function useFigures(): Partial<Record<TileName, { total: string; note: string }>> {
  const t = useText();
  const format = useFormat();
  const { can } = useSession();
  const counters = useRead(api.dashboard.counters, {}).data;
  const mine = useRead(api.tasks.mine, {}, { enabled: can(api.tasks.mine.access) }).data;
  const counts = useRead(api.counts.list, openCounts, { enabled: can(api.counts.list.access) }).data;
  const ofShipments = (figures: { total: number; late: number; is_minimum: boolean } | undefined) =>
    figures && {
      total: `${format.number(figures.total)}${figures.is_minimum ? '+' : ''}`,
      note: figures.late > 0 ? t('onFloor.late', { count: figures.late }) : '',
    };
  const receive = ofShipments(counters?.to_receive);
  const pick = ofShipments(counters?.to_ship);
  const work = mine?.held ? taskName(t, mine.held) : undefined;
  const low = mine?.details.find(({ kind }) => kind === 'replenish');
  const replenish = low && {
    total: format.number(low.tasks),
    note: low.urgent > 0 ? t('tasks.urgent', { tasks: format.number(low.urgent), count: low.urgent }) : '',
  };
  return {
    ...(work ? { work: { total: '', note: work } } : {}),
    ...(replenish ? { replenish } : {}),
    ...(receive ? { receive } : {}),
    ...(pick ? { pick } : {}),
    ...(counts ? { count: { total: format.number(counts.total), note: '' } } : {}),
  };
}

/** What waits for the person, a tile for each kind of work, and a field where a scan starts the right one. */
export function FloorHome({ onSignOut }: { onSignOut: () => void }) {
  const t = useText();
  const { user, can } = useSession();
  const isDown = useConnection().state === 'down';
  const figures = useFigures();
  useDocumentTitle(t('onFloor.title'));
  const tiles = TILES.filter(({ access }) => can(access));
  return (
    <>
      <header className={`${css.bar} ${css.home}`}>
        <Logo size={24} />
        <div className={css.heading}>
          <h1 className={css.title} tabIndex={-1}>
            {t('onFloor.hello', { name: user.name })}
          </h1>
          <span className={css.sub}>{user.role_name}</span>
        </div>
        <span className={css.online} data-state={isDown ? 'down' : 'up'}>
          {isDown ? (
            <IconPlugConnectedX size={17} stroke={1.7} aria-hidden />
          ) : (
            <IconCircleCheck size={17} stroke={1.7} aria-hidden />
          )}
          {t(isDown ? 'onFloor.offline' : 'onFloor.online')}
        </span>
        <PersonButton onSignOut={onSignOut} />
      </header>
      <div className={css.body}>
        <section className={css.section}>
          <h2 className={css.sectionTitle}>{t('onFloor.allWork')}</h2>
          <ul className={css.tiles}>
            {tiles.map(({ name, href, icon: Icon, isOffline }) => {
              const isOff = isDown && !isOffline;
              return (
                <li key={name}>
                  <RouteLink className={css.tile} href={href} data-off={isOff || undefined}>
                    <Icon size={24} stroke={1.7} aria-hidden />
                    <span className={css.figure}>{figures[name]?.total}</span>
                    <span className={css.name}>
                      {t(`onFloor.tiles.${name}`)}
                      <span className={css.note}>
                        {isOff ? t('onFloor.needsNetwork') : figures[name]?.note || t(`onFloor.notes.${name}`)}
                      </span>
                    </span>
                  </RouteLink>
                </li>
              );
            })}
          </ul>
        </section>
      </div>
      <FloorBegin />
    </>
  );
}
