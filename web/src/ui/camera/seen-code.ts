/** A code in a picture. */
export interface SeenCode {
  text: string;
  /** It has a check digit of its own. Of other codes a part may be read as a whole one. */
  isSure: boolean;
  /** Its middle, in the picture. */
  x: number;
  y: number;
}

/** Finds the codes in a picture, each as a scanner would send it. */
export type ReadPicture = (picture: HTMLCanvasElement) => Promise<SeenCode[]>;
