import type { License } from '@longshore/contract';
import { useSizes } from '../../../lib/measure.ts';

export const Dimensions = ({ plate }: { plate: License }) => useSizes().sides(plate);

export const Weight = ({ plate }: { plate: License }) => useSizes().weight(plate);
