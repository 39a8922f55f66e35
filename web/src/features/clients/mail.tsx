/** An e-mail address that may wrap after the at sign. */
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
