/** What the sandbox's canvas extends as it is loaded. Nothing is ever drawn. */
class Nothing {}

export {
  Nothing as Application,
  Nothing as Color,
  Nothing as Container,
  Nothing as Graphics,
  Nothing as Point,
  Nothing as Rectangle,
  Nothing as Sprite,
  Nothing as Text,
  Nothing as Texture,
};
export const [LINE_CAP, LINE_JOIN, MIPMAP_MODES] = [{}, {}, {}];
