import { useEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** The browser looks for the anchor before the page is rendered, but restores the scroll on going back. */
export function useScrollToAnchor(): void {
  const { hash } = useLocation();
  const arrival = useNavigationType();
  const [{ anchor, isReturn }] = useState({ anchor: hash.slice(1), isReturn: arrival === 'POP' });
  useEffect(() => {
    const target = anchor && document.getElementById(anchor);
    if (target) target.scrollIntoView();
    else if (!isReturn) window.scrollTo(0, 0);
  }, [anchor, isReturn]);
}
