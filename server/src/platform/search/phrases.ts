import {
  mayBePhrase,
  mayCall,
  NAME_KINDS,
  nameSpans,
  PHRASE_LISTS,
  type PhraseList,
  type PhraseOffer,
  type PhraseReading,
  readPhrase,
} from '@longshore/contract';
import { type Actor, workingClient } from '../auth/actor.ts';
import type { Tx } from '../database/tx.ts';
import { partOf } from './describe-phrase.ts';
import type { NameFinders } from './names.ts';

/** The lists that this user may open. */
const listsOf = (actor: Actor): PhraseList[] =>
  PHRASE_LISTS.filter(
    ({ audience, access }) =>
      (audience === 'all' || (audience === 'client') === (actor.clientId !== null)) && mayCall(actor, access),
  );

/** A list of the working client shows another one's records after a switch only, and not to client users. */
function switchOf(actor: Actor, { restrictions }: PhraseReading): PhraseOffer['switch_to'] {
  const named = restrictions.find((each) => 'client' in each);
  if (!named || !('client' in named) || named.client.id === workingClient(actor)) return undefined;
  return { id: named.client.id, company: named.client.name };
}

function offerOf(actor: Actor, understood: PhraseReading, t: Parameters<typeof partOf>[2]): PhraseOffer {
  const { list, restrictions, isComplete } = understood;
  const switchTo = switchOf(actor, understood);
  return {
    list: list.name,
    title: t(list.title),
    path: list.path,
    after: list.after ?? '',
    parts: restrictions.map((restriction) => partOf(restriction, list, t)),
    is_complete: isComplete,
    ...(switchTo ? { switch_to: switchTo } : {}),
  };
}

interface Asked {
  text: string;
  /** The company's day. */
  today: string;
  t: Parameters<typeof partOf>[2];
}

/** The lists with the filters that a text means; none for what is no phrase. It only offers: nothing is decided by it. */
export async function offerPhrases(
  tx: Tx,
  actor: Actor,
  finders: NameFinders,
  { text, today, t }: Asked,
): Promise<PhraseOffer[]> {
  const lists = listsOf(actor);
  if (!mayBePhrase(text, lists)) return [];
  const spans = nameSpans(text);
  const found = spans.length
    ? (await Promise.all(Object.values(finders).map((find) => find(tx, actor, spans)))).flat()
    : [];
  const names = NAME_KINDS.flatMap((kind) => found.filter((each) => each.kind === kind));
  return readPhrase(text, { today, names, lists }).map((understood) => offerOf(actor, understood, t));
}
