/** Path of a Chromium that works, or undefined. */
export declare function findBrowser(): string | undefined;
