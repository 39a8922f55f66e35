const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(zone, made);
  return made;
}

/** The wall clock of a zone, without an offset: `2026-11-18T09:00:00`. */
export function wallTime(moment: Date, zone: string): string {
  const parts = Object.fromEntries(
    formatFor(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}`;
}

/** The moment when the clocks of a zone show this. Of a time that occurs twice, the second; of one that is left out, the hour after. */
export function fromWallTime(text: string, zone: string): Date {
  const asUtc = new Date(`${text}Z`).getTime();
  const offsetAt = (time: number) => new Date(`${wallTime(new Date(time), zone)}Z`).getTime() - time;
  const guess = asUtc - offsetAt(asUtc);
  return new Date(asUtc - offsetAt(guess));
}

/** UTC without its letter, as partners with a `_gmt` field write it. */
export const utcText = (moment: Date): string => moment.toISOString().slice(0, 19);
