import { describe, expect, it } from 'vitest';
import { shiftToShow, shiftToShowMost } from '../../../src/foundry/apps/ui/on-screen';
import { clampToScreen, GAP, placeNear, widestFreeSpan } from '../../../src/foundry/apps/ui/place';
import { defined } from '../../../src/kernel/defined';

const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const screen = box(0, 0, 1000, 800);
const size = { width: 300, height: 100 };

describe('a floating window', () => {
  it('is at its preferred place if that is free', () => {
    expect(placeNear({ x: 350, y: 600 }, size, screen, [box(300, 740, 400, 50)])).toEqual({ x: 350, y: 600 });
  });

  it('moves to the nearest free place', () => {
    expect(placeNear({ x: 350, y: 600 }, size, screen, [box(600, 0, 400, 800)])).toEqual({
      x: 600 - GAP - 300,
      y: 600,
    });
    expect(placeNear({ x: 350, y: 600 }, size, screen, [box(0, 650, 1000, 150)])).toEqual({
      x: 350,
      y: 650 - GAP - 100,
    });
  });

  it('covers as little as possible without a free place', () => {
    expect(placeNear({ x: 350, y: 600 }, size, screen, [box(0, 0, 1000, 760)])).toMatchObject({ y: 700 });
  });

  it('covers what it merely avoids rather than part of the interface', () => {
    const [roof, avoided] = [box(0, 0, 1000, 640), box(340, 640, 320, 160)];
    expect(placeNear({ x: 350, y: 600 }, { width: 900, height: 100 }, screen, [roof], [avoided])).toMatchObject({
      y: 640 + GAP,
    });
    expect(placeNear({ x: 350, y: 600 }, size, screen, [roof], [avoided])).toMatchObject({ x: 340 - GAP - 300 });
  });

  it.each([
    [
      { x: -50, y: 900 },
      { x: 0, y: 700 },
    ],
    [
      { x: 990, y: -5 },
      { x: 700, y: 0 },
    ],
  ])('stays on the screen: %o becomes %o', (wished, seen) => {
    expect(clampToScreen(wished, size, screen)).toEqual(seen);
  });

  it('shows its top left on a screen that is too small for it', () => {
    expect(clampToScreen({ x: 40, y: 0 }, { width: 1200, height: 100 }, screen)).toEqual({ x: 0, y: 0 });
  });
});

describe('the space above the hotbar', () => {
  const band = box(0, 600, 1000, 100);

  it('is the widest free stretch', () => {
    expect(widestFreeSpan(band, [])).toEqual({ left: 0, right: 1000 });
    expect(widestFreeSpan(band, [box(0, 500, 60, 300), box(700, 0, 300, 800), box(100, 0, 300, 100)])).toEqual({
      left: 60 + GAP,
      right: 700 - GAP,
    });
  });

  it('is empty when everything is occupied', () => {
    const { left, right } = widestFreeSpan(band, [box(-10, 0, 2000, 800)]);
    expect(right - left).toBeLessThanOrEqual(0);
  });
});

describe('a token that the map is panned to', () => {
  const bar = box(300, 700, 400, 100);
  const sidebar = box(800, 0, 200, 800);
  const covering = [bar, sidebar];

  it('stays where it is in the open', () => {
    expect(shiftToShow(box(100, 100, 50, 50), covering, screen)).toBeNull();
  });

  it('leaves bar and sidebar by the shortest way', () => {
    expect(shiftToShow(box(400, 690, 50, 50), covering, screen)).toEqual({ x: 0, y: 700 - GAP - 50 - 690 });
    expect(shiftToShow(box(790, 300, 50, 50), covering, screen)).toEqual({ x: 800 - GAP - 50 - 790, y: 0 });
  });

  it('does not go from one below the other', () => {
    const { x, y } = defined(shiftToShow(box(690, 740, 50, 50), [box(300, 700, 600, 100), sidebar], screen), 'a shift');
    const shown = box(690 + x, 740 + y, 50, 50);
    expect([shown.right <= 800, shown.bottom <= 700]).toEqual([true, true]);
  });

  it('comes with as many others as there is space for, the first first', () => {
    const [own, near, far] = [box(400, 690, 50, 50), box(500, 100, 50, 50), box(500, 20, 50, 50)];
    const up = 700 - GAP - 50 - 690;
    const wide = [box(0, 700, 1000, 100)];
    expect(shiftToShowMost([own, near], wide, screen)).toEqual({ x: 0, y: up });
    // The third would leave the screen.
    expect(shiftToShowMost([own, near, far], wide, screen)).toEqual({ x: 0, y: up });
    // Together they fit beside a narrow bar.
    expect(shiftToShowMost([own, near, far], covering, screen)).toEqual({ x: 300 - GAP - 150 - 400, y: 0 });
    expect(shiftToShowMost([near, far], wide, screen)).toBeNull();
  });
});
