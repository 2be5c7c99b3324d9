/** Returns the path of an icon of ours by its name below `icons/`, or of any image by its path. */
export const iconPath = (picture: string): string =>
  picture.includes('.') ? picture : `systems/cadence/icons/${picture}.svg`;
