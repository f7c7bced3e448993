/** An event's listener; `never` fits every signature that Electron declares. */
type Listener = (...args: never[]) => void;

/**
 * Emits what Electron would. `on` answers `never`, which is what lets it stand for methods that return themselves
 * without a cast at each of them.
 */
export class Emitter {
  readonly listeners = new Map<string, Listener[]>();

  on(event: string, listener: Listener): never {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
    return this as never;
  }

  once(event: string, listener: Listener): never {
    const hear = (...args: never[]) => {
      this.listeners.set(event, this.listeners.get(event)?.filter((one) => one !== hear) ?? []);
      listener(...args);
    };
    return this.on(event, hear);
  }

  /** True when somebody has prevented the event's default. */
  emit(event: string, details: Record<string, unknown> = {}, ...rest: unknown[]): boolean {
    let prevented = false;
    const given = Object.assign(details, {
      preventDefault: () => {
        prevented = true;
      },
    });
    for (const listener of this.listeners.get(event) ?? [])
      (listener as (...args: unknown[]) => void)(given, ...rest);
    return prevented;
  }
}

export class FakePowerMonitor extends Emitter {
  /** What Electron says where a system does not tell. */
  idleState: 'active' | 'idle' | 'locked' | 'unknown' = 'unknown';

  getSystemIdleState(): 'active' | 'idle' | 'locked' | 'unknown' {
    return this.idleState;
  }
}
