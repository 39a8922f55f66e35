/** Ordered: the first match wins, because every browser also claims to be older ones. */
const BROWSERS: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/SamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari/, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

/** A readable user agent: `Chrome 126, Windows`. Unknown ones are shown as they are. */
export function browserName(agent: string): string {
  const [pattern, name] = BROWSERS.find(([known]) => known.test(agent)) ?? [];
  if (!pattern || !name) return agent;
  const version = pattern.exec(agent)?.[1];
  const system = SYSTEMS.find(([known]) => known.test(agent))?.[1];
  return [`${name} ${version}`, system].filter(Boolean).join(', ');
}
