/** `foundry.utils.Color`, also a global, as far as packages use it. T14: common/utils/color.d.mts, client/head.d.mts */
export class Color extends Number {
  /** Colors are numbers, or NaN if missing. */
  static from(color: Color | number | string | readonly number[] | null | undefined): Color {
    if (color === null || color === undefined) return new Color(Number.NaN);
    if (typeof color === 'string') return Color.fromString(color);
    if (Array.isArray(color)) return Color.fromRGB(color);
    return new Color(Number(color));
  }

  static fromString(color: string): Color {
    return new Color(/^#?[0-9a-f]{6}$/i.test(color) ? Number.parseInt(color.replace('#', ''), 16) : longOf(color));
  }

  /** @param rgb red, green and blue from 0 to 1 */
  static fromRGB(rgb: readonly number[]): Color {
    return new Color(rgb.reduce((all, part) => all * 256 + Math.round(Math.min(Math.max(part, 0), 1) * 255), 0));
  }

  get valid(): boolean {
    const value = this.valueOf();
    return Number.isInteger(value) && value >= 0 && value <= 0xffffff;
  }

  get rgb(): [number, number, number] {
    return [this.r, this.g, this.b];
  }

  get r(): number {
    return ((this.valueOf() >> 16) & 0xff) / 255;
  }

  get g(): number {
    return ((this.valueOf() >> 8) & 0xff) / 255;
  }

  get b(): number {
    return (this.valueOf() & 0xff) / 255;
  }

  get css(): string {
    return this.toString();
  }

  override toString(): string {
    return this.valid ? `#${this.valueOf().toString(16).padStart(6, '0')}` : '';
  }

  toJSON(): string {
    return this.css;
  }

  /** @param weight of the other, from 0 to 1 */
  mix(other: Color, weight: number): Color {
    const { rgb } = other;
    return Color.fromRGB(this.rgb.map((part, at) => part * (1 - weight) + rgb[at]! * weight));
  }
}

/** `#abc` means `#aabbcc`. */
const longOf = (color: string): number =>
  /^#?[0-9a-f]{3}$/i.test(color)
    ? Number.parseInt([...color.replace('#', '')].map((digit) => digit + digit).join(''), 16)
    : Number.NaN;
