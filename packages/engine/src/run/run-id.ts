/**
 * Names a run by its time and four random letters: `20261130-015622-k3x9`. Names sort by age, and a person can type
 * their ends. Children add their number: `20261130-015622-k3x9.1`.
 *
 * @param now milliseconds since 1970
 */
export function newRunId(now: number, random: () => number = Math.random): string {
  const [date = "", time = ""] = new Date(now).toISOString().split("T");
  const letters = Array.from({ length: 4 }, () => Math.floor(random() * 36).toString(36)).join("");
  return `${date.replaceAll("-", "")}-${time.slice(0, 8).replaceAll(":", "")}-${letters}`;
}
