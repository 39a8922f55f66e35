/** Zones change their offset at quarters of an hour only, so the offset is looked up once for each quarter. */
const QUARTER_MS = 900_000;
const KNOWN_MAX = 50_000;

/** Converts moments to the local time of a zone: a spreadsheet knows no zones and shows the value that it is given. */
export class ZoneClock {
  private readonly format: Intl.DateTimeFormat;
  private readonly offsets = new Map<number, number>();

  constructor(timeZone: string) {
    const two = '2-digit';
    const parts = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const;
    this.format = new Intl.DateTimeFormat('en-US', { ...parts, hourCycle: 'h23', timeZone });
  }

  private offsetAt(milliseconds: number): number {
    const quarter = Math.floor(milliseconds / QUARTER_MS);
    const known = this.offsets.get(quarter);
    if (known !== undefined) return known;
    const start = quarter * QUARTER_MS;
    const parts = this.format.formatToParts(start);
    const part = (type: string) => Number(parts.find((found) => found.type === type)?.value);
    const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
    if (this.offsets.size >= KNOWN_MAX) this.offsets.clear();
    this.offsets.set(quarter, shown - start);
    return shown - start;
  }

  /** The moment, to the second, with the zone's parts as UTC parts. */
  dateAt(moment: string): Date {
    const milliseconds = Math.floor(Date.parse(moment) / 1000) * 1000;
    return new Date(milliseconds + this.offsetAt(milliseconds));
  }
}
