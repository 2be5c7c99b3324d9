/** A stub for the classes the sandbox's canvas extends; nothing is drawn. */
class Stub {}

export {
  Stub as Application,
  Stub as Color,
  Stub as Container,
  Stub as Graphics,
  Stub as Point,
  Stub as Rectangle,
  Stub as Sprite,
  Stub as Text,
  Stub as TextStyle,
  Stub as Texture,
};
export const [LINE_CAP, LINE_JOIN, MIPMAP_MODES] = [{}, {}, {}];
