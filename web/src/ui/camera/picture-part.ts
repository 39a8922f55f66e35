interface Size {
  width: number;
  height: number;
}

interface Part extends Size {
  x: number;
  y: number;
}

/** The part of a picture that is seen in a box which it covers: a code outside of it must not be read. */
export function visiblePart(picture: Size, box: Size): Part {
  const scale = Math.max(box.width / picture.width, box.height / picture.height);
  if (!Number.isFinite(scale) || scale <= 0) return { x: 0, y: 0, ...picture };
  const width = Math.min(picture.width, Math.round(box.width / scale));
  const height = Math.min(picture.height, Math.round(box.height / scale));
  return { x: Math.floor((picture.width - width) / 2), y: Math.floor((picture.height - height) / 2), width, height };
}
