/** `never` fits every listener's signature that Electron declares. */
type Listener = (...args: never[]) => void;

/** `on` answers `never`, so that it stands for methods that return themselves without casts. */
export class Emitter {
  readonly listeners = new Map<string, Listener[]>();

  on(event: string, listener: Listener): never {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
    return this as never;
  }

  once(event: string, listener: Listener): never {
    const receive = (...args: never[]) => {
      this.listeners.set(event, this.listeners.get(event)?.filter((one) => one !== receive) ?? []);
      listener(...args);
    };
    return this.on(event, receive);
  }

  /** The result is true when a listener has prevented the event's default. */
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
  /** Electron says so where a system does not report it. */
  idleState: 'active' | 'idle' | 'locked' | 'unknown' = 'unknown';

  getSystemIdleState(): 'active' | 'idle' | 'locked' | 'unknown' {
    return this.idleState;
  }
}
