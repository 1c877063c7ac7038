/** Makes names that nobody else makes, here or in another process. They mean nothing to people. */
export function uniqueNames(): () => string {
  let seed: string | undefined;
  let count = 0;
  return () => {
    // Random only when a name is needed: most gates never ask for one, and it costs more than the rest of them.
    seed ??= [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return `${seed}-${(count += 1)}`;
  };
}
