import type { WaveCandidate, WavePlan, WavePlanInput } from '@longshore/contract';
import { Button, Checkbox } from '@mantine/core';
import { useFormat } from '../../../lib/format.ts';
import { translateMessage, useText } from '../../../lib/text/text.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Monogram } from '../../../ui/monogram.tsx';
import { RouteLink } from '../../../ui/route-link.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { shipmentPath } from '../../records/index.ts';
import css from './waves.module.css';

interface CandidatesProps {
  plan: WavePlan;
  input: WavePlanInput;
  change: (input: WavePlanInput) => void;
}

/** What the person chose, at once, before the new proposal is there; without a choice what is proposed. */
const chosenOf = ({ candidates }: WavePlan, { shipments }: WavePlanInput) =>
  candidates
    .filter(({ chosen, shipment_id }) => (shipments ? shipments.includes(shipment_id) : chosen !== null))
    .map(({ shipment_id }) => shipment_id);

/** What each part of the rule is set to when it is lifted, because it leaves out most. */
const LOOSE = { couriers: [], clients: [], leaves_by: '', lines: 'any' } as const;

function Nothing({ plan, input, change }: CandidatesProps) {
  const t = useText();
  const { loosen, waiting } = plan;
  if (!waiting) return <EmptyState title={t('waves.noneWait')} />;
  return (
    <EmptyState title={t('waves.noneMatch', { waiting })}>
      {loosen !== '' && (
        <Button
          variant="default"
          onClick={() => change({ ...input, shipments: null, rule: { ...input.rule, [loosen]: LOOSE[loosen] } })}
        >
          {t(`waves.loosen.${loosen}`)}
        </Button>
      )}
    </EmptyState>
  );
}

/** Shipments that can be picked together, each with the metres that it adds. */
export function Candidates({ plan, input, change }: CandidatesProps) {
  const t = useText();
  const chosen = chosenOf(plan, input);
  const toggle = ({ shipment_id }: WaveCandidate) =>
    change({
      ...input,
      shipments: chosen.includes(shipment_id) ? chosen.filter((id) => id !== shipment_id) : [...chosen, shipment_id],
    });
  return (
    <section className={css.candidates} aria-label={t('waves.candidates')}>
      <header>
        <h2 className={css.title}>
          {t('waves.candidates')} <span className={css.figures}>{plan.candidates.length}</span>
        </h2>
        <span>{t('waves.chosen', { count: chosen.length })}</span>
        <Button
          variant="subtle"
          size="xs"
          disabled={!chosen.length}
          onClick={() => change({ ...input, shipments: [] })}
        >
          {t('waves.clear')}
        </Button>
      </header>
      {plan.dropped.map(({ shipment_id, reference, reason_key }) => (
        <p key={shipment_id} role="status" className={css.warning}>
          {t('waves.dropped', { reference, reason: translateMessage(t, reason_key) })}
        </p>
      ))}
      {plan.candidates.length === 0 ? (
        <Nothing plan={plan} input={input} change={change} />
      ) : (
        <CandidateTable plan={plan} chosen={chosen} onToggle={toggle} />
      )}
      {plan.more && <p className={css.note}>{t('waves.moreCandidates', { count: plan.candidates.length })}</p>}
    </section>
  );
}

interface TableProps {
  plan: WavePlan;
  chosen: readonly number[];
  onToggle: (candidate: WaveCandidate) => void;
}

function CandidateTable({ plan, chosen, onToggle }: TableProps) {
  const t = useText();
  const format = useFormat();
  return (
    <div className={css.scroll}>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('waves.shipment')}</th>
            <th scope="col">{t('waves.courier')}</th>
            <th scope="col" data-right>
              {t('waves.lines')}
            </th>
            <th scope="col" data-right>
              {t('waves.units')}
            </th>
            <th scope="col" data-right>
              {t('waves.adds')}
            </th>
          </tr>
        </thead>
        <tbody>
          {plan.candidates.map((candidate) => (
            <tr key={candidate.shipment_id} data-chosen={chosen.includes(candidate.shipment_id) || undefined}>
              <td>
                <Checkbox
                  size="xs"
                  aria-label={`${candidate.reference}, ${candidate.company}`}
                  checked={chosen.includes(candidate.shipment_id)}
                  onChange={() => onToggle(candidate)}
                />
              </td>
              <td>
                <span className={css.named} title={candidate.company}>
                  <Monogram id={candidate.client_id} name={candidate.company} />
                  <RouteLink href={shipmentPath('outbound', candidate.shipment_id)}>{candidate.reference}</RouteLink>
                  {candidate.late === 1 && <Tag tone="attention">{t('waves.late')}</Tag>}
                </span>
              </td>
              <td>{candidate.courier}</td>
              <td data-right>{format.number(candidate.lines)}</td>
              <td data-right>{format.number(candidate.units)}</td>
              <td data-right>
                {candidate.adds > 0 && candidate.chosen !== 1 ? '+' : ''}
                {t('waves.metreCount', { metres: format.number(candidate.adds) })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
