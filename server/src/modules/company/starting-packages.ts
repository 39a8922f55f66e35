import type { Measure } from '@longshore/contract';

export interface PackageSizes {
  name: string;
  length: number;
  width: number;
  height: number;
  weight: number;
}

const sized = (name: string, length: number, width: number, height: number, weight: number): PackageSizes => ({
  name,
  length,
  width,
  height,
  weight,
});

/** The initial packages of every warehouse (0003-reference-lists.sql), with common sizes in both unit systems. */
export const startingPackages: Record<Measure, readonly PackageSizes[]> = {
  metric: [
    sized('Small box', 20, 15, 10, 0.2),
    sized('Medium box', 35, 25, 20, 0.4),
    sized('Large box', 50, 40, 35, 0.8),
    sized('Pallet', 120, 100, 15, 22),
  ],
  imperial: [
    sized('Small box', 8, 6, 4, 0.4),
    sized('Medium box', 14, 10, 8, 0.9),
    sized('Large box', 20, 16, 14, 1.8),
    sized('Pallet', 48, 40, 6, 48),
  ],
};

const same = (one: PackageSizes, other: PackageSizes) =>
  one.length === other.length &&
  one.width === other.width &&
  one.height === other.height &&
  one.weight === other.weight;

/**
 * A package that somebody created or measured. One that still has its initial sizes may take the other unit system's.
 */
export const hasOwnPackages = (packages: readonly PackageSizes[], measure: Measure): boolean =>
  packages.some((one) => !startingPackages[measure].some((start) => start.name === one.name && same(start, one)));
