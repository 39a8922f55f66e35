const DAY_MS = 86_400_000;

/** Days between two business dates; negative when the first is past. */
export const daysUntil = (day: string, today: string) => Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS);
