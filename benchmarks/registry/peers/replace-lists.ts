import { createDefu } from "defu";

/** defu, with lists that are replaced. The highest layer comes first. */
export const defuReplacing = createDefu((object, key, value) => {
  if (!Array.isArray(value)) return undefined;
  object[key] = value;
  return true;
});
