import { type AisleBin, api, type Location } from '@longshore/contract';
import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Section } from '../../ui/detail/detail-page.tsx';
import { Mono } from '../../ui/mono.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import { locationPath } from '../records/index.ts';
import { type AisleGrid, fillOf, gridOf } from './aisle-rules.ts';
import css from './locations.module.css';

/** The bins of the same aisle as one sees them, each with its plates and units; hidden for a bin without an aisle. */
export function AisleMap({ location }: { location: Location }) {
  const t = useText();
  const { data } = useRead(api.locations.aisle, { params: { id: location.id } }, { keepPrevious: true });
  const here = useRef<HTMLDivElement>(null);
  const isLoaded = data !== undefined;
  // An aisle may be wider than the screen: the bin is scrolled into view within the map, not the page.
  useEffect(() => {
    const area = here.current;
    const cell = area?.querySelector<HTMLElement>(`[data-bin='${location.id}']`);
    if (isLoaded && area && cell) area.scrollLeft = cell.offsetLeft - (area.clientWidth - cell.offsetWidth) / 2;
  }, [isLoaded, location.id]);
  if (!data || data.bins.length < 2) return null;
  const grid = gridOf(data.bins);
  return (
    <Section title={t('locations.aisle', { aisle: data.aisle })} count={data.more ? undefined : data.bins.length}>
      <div className={css.mapArea} ref={here}>
        <table className={css.map} aria-label={t('locations.mapOf', { aisle: data.aisle })}>
          <tbody>
            {grid.levels.map((level) => (
              <tr key={level}>
                <th scope="row">{level && t('locations.level', { level })}</th>
                {grid.bays.map((bay) => (
                  <td key={bay}>
                    {grid.binsAt(bay, level).map((bin) => (
                      <Bin key={bin.id} bin={bin} grid={grid} isHere={bin.id === location.id} />
                    ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td />
              {grid.bays.map((bay) => (
                <th key={bay} scope="col">
                  <Mono>{bay}</Mono>
                </th>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
      <MapLegend grid={grid} shown={data.more ? data.bins.length : undefined} />
    </Section>
  );
}

function Bin({ bin, grid, isHere }: { bin: AisleBin; grid: AisleGrid; isHere: boolean }) {
  const t = useText();
  const format = useFormat();
  const { location, license_count: plates, units } = bin;
  const numbers = `${t('locations.plateCount', { count: plates })}, ${t('locations.unitCount', { units: format.number(units) })}`;
  return (
    <RouteLink
      href={locationPath(bin.id)}
      className={css.bin}
      aria-current={isHere ? 'location' : undefined}
      title={`${location}: ${numbers}`}
      data-bin={bin.id}
      data-empty={plates === 0 || undefined}
    >
      <VisuallyHidden>{`${location}: ${numbers}`}</VisuallyHidden>
      <span className={css.binText} aria-hidden="true">
        <span className={css.units}>{plates === 0 ? '–' : format.number(units, { notation: 'compact' })}</span>
        <span className={css.plates}>{plates > 0 && t('locations.plateCount', { count: plates })}</span>
      </span>
      {plates > 0 && (
        <span className={css.track}>
          <span className={css.fill} style={{ width: `${fillOf(bin, grid.fullest) * 100}%` }} />
        </span>
      )}
    </RouteLink>
  );
}

/** The bars compare the units of the bins with each other and not with their capacity: the legend says so. */
function MapLegend({ grid: { fullest }, shown }: { grid: AisleGrid; shown: number | undefined }) {
  const t = useText();
  const format = useFormat();
  return (
    <p className={css.note}>
      {fullest
        ? t('locations.fillText', { location: fullest.location, units: format.number(fullest.units) })
        : t('locations.fillNone')}{' '}
      {shown !== undefined && t('locations.mapPart', { count: shown })}
    </p>
  );
}
