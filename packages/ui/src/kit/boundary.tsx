import { Component, type ReactNode } from 'react';

type Props = {
  children: ReactNode;
  /** It replaces the children after an error; without it nothing does. */
  fallback?: ReactNode;
  /** Another value is another attempt. */
  attempt?: unknown;
};

type State = { hasFailed: boolean; attempt?: unknown };

/** An error of its children, also in an effect, leaves the rest of the page as it is. */
export class Boundary extends Component<Props, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ attempt }: Props, state: State): State | null {
    return attempt === state.attempt ? null : { hasFailed: false, attempt };
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
