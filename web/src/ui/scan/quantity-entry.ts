/** `24*` is the quantity of what is in hand, `24*CODE` a quantity and a code; 0 is no quantity. */
export function readQuantityEntry(text: string): { quantity: number | null; code: string } {
  const entry = text.trim();
  const [, digits = '', code = ''] = /^(\d{1,7})\s*[*×]\s*(.*)$/.exec(entry) ?? [];
  const quantity = Number(digits);
  return quantity > 0 ? { quantity, code: code.trim() } : { quantity: null, code: entry };
}
