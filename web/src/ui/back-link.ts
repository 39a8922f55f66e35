import { useSearch } from '@tanstack/react-router';

/** A page may be told by `?back=` where it was opened from. Only addresses of this app are believed. */
export function useBackLink(): string | undefined {
  const { back }: { back?: unknown } = useSearch({ strict: false });
  return typeof back === 'string' && /^\/(?![/\\])/.test(back) ? back : undefined;
}
