import { expect, it } from 'vitest';
import { createConnectedElsewhere } from './connected-elsewhere.ts';

function installation() {
  let now = 0;
  const all: { receive: (audience: readonly string[], frame: Buffer) => void }[] = [];
  return {
    advance: (ms: number) => {
      now += ms;
    },
    start: (...connected: string[]) => {
      const instance = createConnectedElsewhere(
        { now: () => 0, elapsed: () => now },
        () => connected,
        (audience, frame) => {
          for (const other of all) if (other !== self) other.receive(audience, frame);
        },
      );
      const self = {
        receive: (audience: readonly string[], frame: Buffer) => instance.onFrame(audience, frame),
      };
      all.push(self);
      instance.tellAll();
      return instance;
    },
  };
}

it('is known at once to an instance that starts, and until the last that has the member says otherwise', () => {
  const { start } = installation();
  const first = start('claire');
  const second = start('claire', 'karim');
  const third = start();
  expect(['claire', 'karim', 'zoe'].map(third.has)).toEqual([true, true, false]);
  expect([first.has('karim'), second.has('karim')]).toEqual([true, false]);
  first.gone('claire');
  expect(third.has('claire')).toBe(true);
  second.allGone();
  expect(['claire', 'karim'].map(third.has)).toEqual([false, false]);
  first.come('zoe');
  expect(third.has('zoe')).toBe(true);
});

it('is forgotten with an instance that crashed, unless that tells again', () => {
  const { start, advance } = installation();
  const first = start();
  const second = start('karim');
  advance(90_000);
  second.tellAll();
  advance(90_000);
  expect(first.has('karim')).toBe(true);
  advance(20_000);
  expect(first.has('karim')).toBe(false);
});
