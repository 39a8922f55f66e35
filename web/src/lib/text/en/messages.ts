import { messages as sentences } from '@longshore/contract';

/** The contract writes its parameters {n}; texts write their slots {{n}}. */
type Said<Sentence> = Sentence extends `${infer Before}{${infer Slot}}${infer After}`
  ? `${Before}{{${Slot}}}${Said<After>}`
  : Sentence;
type Messages = { [Key in keyof typeof sentences]: Said<(typeof sentences)[Key]> };

/** What a field is refused with, by the contract's message keys: in English, the contract's own sentences. */
export const messages = Object.fromEntries(
  Object.entries(sentences).map(([key, sentence]) => [key, sentence.replace(/\{(\w+)\}/g, '{{$1}}')]),
) as Messages;
