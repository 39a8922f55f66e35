import { useSearch } from '@tanstack/react-router';

/** The page this one was opened from, given as `?back=`. Only addresses of this app are accepted. */
export function useBackLink(): string | undefined {
  const { back }: { back?: unknown } = useSearch({ strict: false });
  return typeof back === 'string' && /^\/(?![/\\])/.test(back) ? back : undefined;
}
