import { describe, expect, it } from 'vitest';
import { placeOnScreens } from './window-place.ts';

const laptop = { x: 0, y: 0, width: 1440, height: 900 };
const second = { x: 1440, y: 0, width: 1920, height: 1080 };
const size = { width: 1200, height: 800, isMaximized: false };

describe('where the window opens', () => {
  it('is where it was, on whichever screen', () => {
    const place = { x: 1500, y: 40, ...size };
    expect(placeOnScreens(place, [laptop, second])).toBe(place);
  });

  it('is chosen anew when that screen is gone', () => {
    expect(placeOnScreens({ x: 1500, y: 40, ...size }, [laptop])).toEqual(size);
  });

  it.each([
    ['only a sliver would be seen', { x: 1400, y: 100 }],
    ['its title would be above the screen', { x: 100, y: -50 }],
    ['it would hang below the screen', { x: 100, y: 880 }],
  ])('is chosen anew when %s', (_why, at) => {
    expect(placeOnScreens({ ...at, ...size }, [laptop])).toEqual(size);
  });

  it('shrinks to the screen that there is', () => {
    expect(placeOnScreens({ width: 3000, height: 2000, isMaximized: true }, [laptop])).toEqual({
      width: 1440,
      height: 900,
      isMaximized: true,
    });
  });
});
