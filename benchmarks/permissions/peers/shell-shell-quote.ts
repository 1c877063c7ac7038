import { parse } from "shell-quote";
import { nothingRead, shellCell } from "../shell/shell-cell.ts";

// It gives tokens, no tree; the usual reading is that a command begins behind each operator.
await shellCell((line) => {
  const reading = nothingRead();
  let isName = true;
  for (const token of parse(line, (name) => ({ op: `$${name}` }))) {
    if (typeof token !== "string") isName = !("op" in token && token.op === "glob");
    else if (isName && !/^\w+=/.test(token)) {
      reading.names.push(token);
      isName = false;
    }
  }
  return reading;
});
