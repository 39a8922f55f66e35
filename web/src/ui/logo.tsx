/** The Longshore logo. Decorative beside the name; otherwise `name` labels it. */
export function Logo({ size = 22, name }: { size?: number; name?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      role={name ? 'img' : 'presentation'}
      aria-label={name}
      aria-hidden={name ? undefined : true}
    >
      <path fill="var(--ls-logo-quay)" d="M2.5 2.5H8V16h13.5v5.5h-17a2 2 0 0 1-2-2z" />
      <rect x="10.5" y="6" width="11" height="7.5" rx="1" fill="var(--ls-logo-container)" />
    </svg>
  );
}
