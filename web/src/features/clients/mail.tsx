/** An e-mail address that breaks after its at-sign when it must. */
export function Mail({ address }: { address: string }) {
  const at = address.indexOf('@') + 1;
  return (
    <span>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  );
}
