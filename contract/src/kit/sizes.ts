/** Sizes of a unit of an item, a plate, a package or a carton, in the company's measuring system. */
export interface Sizes {
  length: number;
  width: number;
  height: number;
  weight: number;
}

/** What a size is stored as until somebody has measured it. */
export const NOT_MEASURED = 1;

/** Whether length, width and height were measured: all three of 1 never were. */
export const hasSides = ({ length, width, height }: Omit<Sizes, 'weight'>): boolean =>
  [length, width, height].some((side) => side !== NOT_MEASURED);

/** Whether anything was measured, and so the weight too: sides and weight of 1 never were. */
export const isMeasured = (sizes: Sizes): boolean => hasSides(sizes) || sizes.weight !== NOT_MEASURED;

/** What an empty package weighs; one that was never measured adds nothing to the weight of what is in it. */
export const tareOf = (sizes: Sizes): number => (isMeasured(sizes) ? sizes.weight : 0);
