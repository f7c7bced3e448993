import { useEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/**
 * A text begins at its beginning, or at what the address names after its « # », which the browser looks for before the
 * page is there. Going back leaves the scroll to the browser.
 */
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
