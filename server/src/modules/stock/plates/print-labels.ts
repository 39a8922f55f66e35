import { draw } from '../../../documents/draw.ts';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { Pdf } from '../../../platform/http/bind.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { readLetterhead } from '../../company/index.ts';
import { giveSsccs } from '../ssccs/give-ssccs.ts';
import { platesWithoutSscc } from '../ssccs/ssccs.view.ts';
import { readPlateLabels } from './plates.view.ts';

/**
 * A label for each plate, in the order requested; fails if any of them does not exist. The first print of a plate gives it
 * its SSCC.
 */
export async function printLabels(tx: Tx, actor: Actor, ids: readonly number[], clock: Clock): Promise<Pdf> {
  await giveSsccs(tx, () => platesWithoutSscc(tx, ids));
  const [plates, { timezone, measure }] = await Promise.all([readPlateLabels(tx, ids), readLetterhead(tx)]);
  const labels = ids.map((id) => {
    const plate = plates.find((each) => each.id === id);
    if (!plate) throw notFound();
    return plate;
  });
  return new Pdf(() => draw('plateLabels', { labels, timezone, measure, language: actor.lang, at: clock.now() }));
}
