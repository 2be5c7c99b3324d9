import * as PIXI from 'pixi.js';
import type { User } from '../../../documents/user';
import { canvasConfig, dispositionColor } from '../../colors';
import type { Token } from '../token';

const colorOf = (user: User): number => PIXI.Color.shared.setValue(String(user.color ?? '#cccccc')).toNumber();

/** Draws the token's rim in its disposition's color, with a glow if controlled or hovered. */
export function drawRim(rim: PIXI.Graphics, token: Token, radius: number): void {
  const width = Math.max(3, radius * 0.09);
  rim.clear();
  rim.lineStyle(width + 3, 0x14161a, 0.55).drawCircle(0, 0, radius - width / 2);
  rim.lineStyle(width, dispositionColor(token.document.disposition), 1).drawCircle(0, 0, radius - width / 2);
  rim.lineStyle(1, 0xffffff, 0.35).drawCircle(0, 0, radius - width);
  if (token.controlled) {
    const { CONTROLLED } = canvasConfig().dispositionColors;
    rim.lineStyle(width * 1.6, CONTROLLED, 0.28).drawCircle(0, 0, radius + width * 0.7);
    rim.lineStyle(Math.max(2, width * 0.6), CONTROLLED, 1).drawCircle(0, 0, radius + width * 0.5);
  } else if (token.hover) {
    rim.lineStyle(Math.max(2, width * 0.5), 0xffffff, 0.75).drawCircle(0, 0, radius + width * 0.4);
  }
}

/** Drawn for south and rotated with the token, where 0 is south (T14: token schema, foundry-api 11). */
export function drawFacing(notch: PIXI.Graphics, token: Token, radius: number): void {
  const size = radius * 0.27;
  const tip = radius + size * 0.95;
  notch.clear();
  notch.lineStyle({ width: 1.5, color: 0x14161a, alpha: 0.7, alignment: 1 });
  notch.beginFill(dispositionColor(token.document.disposition));
  notch.drawPolygon([-size, radius - size * 0.15, 0, tip, size, radius - size * 0.15, 0, radius + size * 0.12]);
  notch.endFill();
  notch.angle = token.document.rotation;
}

/**
 * Draws four arrows if this user targets the token, and a dot for each other user who does. T13: Token#_refreshTarget.
 */
export function drawTargets(marks: PIXI.Graphics, token: Token, radius: number): void {
  marks.clear();
  const users = [...token.targeted];
  if (users.some((user) => user.isSelf)) {
    const size = radius * 0.4;
    for (let quarter = 0; quarter < 4; quarter++) {
      const angle = Math.PI / 4 + (quarter * Math.PI) / 2;
      const at = (along: number, across: number) => {
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        return [c * along - s * across, s * along + c * across];
      };
      marks.lineStyle({ width: 2, color: 0x14161a, alpha: 0.85, join: PIXI.LINE_JOIN.ROUND });
      marks.beginFill(colorOf(game.user));
      const out = radius * 1.16;
      const points = [at(out, 0), at(out + size, -size * 0.55), at(out + size * 0.72, 0), at(out + size, size * 0.55)];
      marks.drawPolygon(points.flat());
      marks.endFill();
    }
  }
  const others = users.filter((user) => !user.isSelf);
  for (const [index, user] of others.entries()) {
    const x = (index - (others.length - 1) / 2) * radius * 0.3;
    marks.lineStyle(2, 0x14161a, 0.85).beginFill(colorOf(user));
    marks.drawCircle(x, -radius - radius * 0.2, radius * 0.12).endFill();
  }
}
