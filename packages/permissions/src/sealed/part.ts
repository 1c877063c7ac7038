/** Writes a JSON value with letters, digits, `-` and `_`, in one way, so that it passes everywhere as it is. */
export function encodePart(value: unknown): string {
  const json: unknown = JSON.stringify(value);
  if (typeof json !== "string") throw new TypeError("Cannot seal a value: JSON cannot hold it");
  const ascii = json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return btoa(ascii).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Reads what {@link encodePart} wrote. What is no such thing is `undefined`, which no JSON is. */
export function decodePart(part: string): unknown {
  try {
    return JSON.parse(atob(part.replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    return undefined; // not base64, or not JSON
  }
}
