/** Texts by key, nested as the catalogue is. */
export interface Texts {
  [key: string]: string | Texts;
}

/** The text of a key such as `lists.empty`; undefined when there is none. */
export function findText(texts: Texts, key: string): string | undefined {
  let found: string | Texts | undefined = texts;
  for (const part of key.split('.'))
    found = typeof found === 'object' && Object.hasOwn(found, part) ? found[part] : undefined;
  return typeof found === 'string' ? found : undefined;
}

export const fillSlots = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{\{(\w+)\}\}/g, (slot, name: string) => String(values[name] ?? slot));

/**
 * Reads texts of one language: fills the slots, chooses the plural form when there is a `count`, and answers the key
 * itself when there is no such text. Server and web share it; their types say which keys there are.
 */
export function makeTranslator(texts: Texts, locale: string) {
  const plurals = new Intl.PluralRules(locale);
  return (key: string, values: Record<string, string | number> = {}): string => {
    const counted = 'count' in values ? findText(texts, `${key}_${plurals.select(Number(values.count))}`) : undefined;
    return fillSlots(counted ?? findText(texts, key) ?? key, values);
  };
}
