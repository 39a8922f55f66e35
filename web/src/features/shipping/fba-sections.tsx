import { type FbaBox, type FbaShipment, type FbaStepRun, HEAVY_BOX } from '@longshore/contract';
import { Button, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { type Translate, translateReason, useText } from '../../lib/text/text.ts';
import { Section } from '../../ui/detail/detail-page.tsx';
import { Mono } from '../../ui/mono.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import { Tag } from '../../ui/tag.tsx';
import css from './fba.module.css';
import { formatElapsed, plainAmount, totalWeight, translateState, units } from './fba-words.ts';

/** The cartons as they are sent to Amazon; a heavy one is marked where it matters. */
export function BoxesSection({ fba, packPath }: { fba: FbaShipment; packPath: string }) {
  const t = useText();
  const format = useFormat();
  const of = units(fba);
  const count = fba.boxes.reduce((sum, box) => sum + box.units, 0);
  const totals = {
    count,
    units: format.number(count),
    weight: `${format.number(totalWeight(fba))} ${of.weight}`,
    content: t(`fba.content.${fba.feed_type}`),
  };
  return (
    <Section
      title={t('fba.boxesTitle')}
      count={fba.boxes.length}
      action={
        <span className={css.totals}>
          {t('fba.totals', totals)}{' '}
          {!fba.steps.some(({ name, state }) => name === 'confirm' && state === 'done') && (
            <RouteLink className={css.link} href={packPath}>
              {t('fba.change')}
            </RouteLink>
          )}
        </span>
      }
    >
      <div className={css.scroll}>
        <table className={css.table}>
          <thead>
            <tr>
              <th>{t('fba.columns.box')}</th>
              <th>{t('fba.columns.carton')}</th>
              <th>{t('fba.columns.size')}</th>
              <th className={css.number}>{t('fba.columns.weight')}</th>
              <th>{t('fba.columns.holds')}</th>
              <th className={css.number}>{t('fba.columns.units')}</th>
            </tr>
          </thead>
          <tbody>
            {fba.boxes.map((box, index) => (
              <tr key={box.id}>
                <td>{t('fba.box', { n: index + 1 })}</td>
                <td>
                  <Mono>{box.id}</Mono>
                </td>
                <td>
                  {[box.length, box.width, box.height].map((side) => format.number(side)).join(' × ')} {of.length}
                </td>
                <td className={css.number}>
                  <Weight box={box} fba={fba} />
                </td>
                <td>
                  <Holds box={box} />
                </td>
                <td className={css.number}>{format.number(box.units)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function Weight({ box, fba }: { box: FbaBox; fba: FbaShipment }) {
  const t = useText();
  const format = useFormat();
  const of = units(fba);
  const text = `${format.number(box.weight)} ${of.weight}`;
  if (!box.is_heavy) return <>{text}</>;
  const limit = `${HEAVY_BOX[of.weight === 'kg' ? 'KG' : 'LB']} ${of.weight}`;
  return (
    <Tooltip label={t('fba.heavy', { limit })}>
      <span>
        <Tag tone="attention">
          <IconAlertTriangle size={12} stroke={1.7} aria-hidden /> {text}
        </Tag>
        <span className={css.hidden}>{t('fba.heavy', { limit })}</span>
      </span>
    </Tooltip>
  );
}

function Holds({ box: { items } }: { box: FbaBox }) {
  const t = useText();
  const [first] = items;
  if (!first) return null;
  return (
    <span className={css.holds}>
      <Mono>{first.sku}</Mono> {items.length > 1 && t('fba.andMore', { n: items.length - 1 })}
    </span>
  );
}

const SHOWN = 5;

/** What Amazon answered, in our words, newest first. */
export function SaidSection({ fba: { said } }: { fba: FbaShipment }) {
  const t = useText();
  const [isAll, setAll] = useState(false);
  const shown = isAll ? said : said.slice(0, SHOWN);
  return (
    <Section
      title={t('fba.said')}
      action={
        said.length > SHOWN && (
          <Button variant="subtle" size="xs" onClick={() => setAll(!isAll)}>
            {isAll ? t('fba.fewer') : t('fba.all', { n: said.length })}
          </Button>
        )
      }
    >
      {said.length === 0 && <p className={css.none}>{t('fba.saidNothing')}</p>}
      {said.length > 0 && (
        <div className={css.scroll}>
          <table className={css.table}>
            <thead>
              <tr>
                <th>{t('fba.saidColumns.at')}</th>
                <th>{t('fba.saidColumns.step')}</th>
                <th>{t('fba.saidColumns.answer')}</th>
                <th className={css.number}>{t('fba.saidColumns.took')}</th>
                <th className={css.number}>{t('fba.saidColumns.operation')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((each) => (
                <SaidRow key={each.id} said={each} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}

const shortId = (id: string) => (id.length > 12 ? `${id.slice(0, 4)}…${id.slice(-4)}` : id);

function answerOf(t: Translate, { state, problem, problem_key, result }: FbaStepRun): string {
  if (problem) return translateReason(t, problem_key, problem);
  if (state === 'running') return t('fba.answers.running');
  if (result.cost)
    return t('fba.answers.cost', {
      carrier: result.carrier,
      amount: plainAmount(result.cost.amount),
      currency: result.cost.currency,
    });
  if (result.options !== null) return t('fba.answers.options', { count: result.options });
  return result.status ? t('fba.answers.status', { status: translateState(t, result.status) }) : t('fba.answers.done');
}

function SaidRow({ said }: { said: FbaStepRun }) {
  const t = useText();
  const format = useFormat();
  const tone = said.state === 'failed' ? 'bad' : said.problem || said.warnings.length > 0 ? 'warn' : 'good';
  const Icon = { bad: IconCircleX, warn: IconAlertTriangle, good: IconCircleCheck }[tone];
  return (
    <tr>
      <td className={css.when}>{format.short(said.started_at)}</td>
      <td>{t(`fba.kinds.${said.step}`)}</td>
      <td>
        <span className={css.answer}>
          <Icon size={16} stroke={1.7} className={css[tone] ?? ''} aria-hidden />
          <span>
            {answerOf(t, said)}
            {said.warnings.map((warning) => (
              <span key={warning} className={css.second}>
                {warning}
              </span>
            ))}
          </span>
        </span>
      </td>
      <td className={css.number}>{said.ended_at && formatElapsed(t, said.started_at, said.ended_at)}</td>
      <td className={css.number}>{said.operation && <Mono>{shortId(said.operation)}</Mono>}</td>
    </tr>
  );
}
