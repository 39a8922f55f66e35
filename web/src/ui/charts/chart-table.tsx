import { VisuallyHidden } from '@mantine/core';

interface ChartTableProps {
  caption: string;
  /** Headings: what a row is called, then one for each value. */
  headings: readonly string[];
  rows: readonly { label: string; values: readonly string[] }[];
}

/**
 * The numbers of a chart for people who do not see it. Every chart has one; its drawing is hidden from screen readers.
 */
export function ChartTable({ caption, headings, rows }: ChartTableProps) {
  return (
    <VisuallyHidden>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, values }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {values.map((value, index) => (
                <td key={headings[index + 1]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}
