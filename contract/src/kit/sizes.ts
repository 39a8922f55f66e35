/** Sizes of a unit of an item, a plate, a package or a carton, in the company's measuring system. */
export interface Sizes {
  length: number;
  width: number;
  height: number;
  weight: number;
}

/** What a size is stored as until somebody has measured it. */
export const NOT_MEASURED = 1;

/** The sizes of something that nobody has measured. */
export const UNMEASURED: Readonly<Sizes> = {
  length: NOT_MEASURED,
  width: NOT_MEASURED,
  height: NOT_MEASURED,
  weight: NOT_MEASURED,
};

/** Which sizes tell that something was measured; the server's queries are made of the same lists. */
export const SIDES = ['length', 'width', 'height'] as const satisfies (keyof Sizes)[];
export const SIZES = [...SIDES, 'weight'] as const satisfies (keyof Sizes)[];

/** Whether length, width and height were measured: all three of 1 never were. */
export const hasSides = (sizes: Omit<Sizes, 'weight'>): boolean => SIDES.some((side) => sizes[side] !== NOT_MEASURED);

/** Whether anything was measured, and so the weight too: sides and weight of 1 never were. */
export const isMeasured = (sizes: Sizes): boolean => SIZES.some((size) => sizes[size] !== NOT_MEASURED);

/** What an empty package weighs; one that was never measured adds nothing to the weight of what is in it. */
export const tareOf = (sizes: Sizes): number => (isMeasured(sizes) ? sizes.weight : 0);
