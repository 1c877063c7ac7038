/** Makes names that nobody else makes, here or in another process. They mean nothing to people. */
export function uniqueNames(): () => string {
  const seed = [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  let count = 0;
  return () => `${seed}-${(count += 1)}`;
}
