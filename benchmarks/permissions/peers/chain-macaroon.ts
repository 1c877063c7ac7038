import { importMacaroon, newMacaroon } from "macaroon";
import { chainCell } from "../chain/chain-cell.ts";

const key = new Uint8Array(32).fill(7);

// As JSON, because its binary form cannot be written for more than a few caveats.
await chainCell((depth) => {
  const macaroon = newMacaroon({ identifier: "run", location: "here", rootKey: key });
  for (let link = 0; link < depth; link += 1) macaroon.addFirstPartyCaveat(`edit only below src/mod${link}`);
  const whole = JSON.stringify(macaroon.exportJSON());
  const open = (sealed: string): boolean => {
    importMacaroon(JSON.parse(sealed)).verify(key, () => null, []);
    return true;
  };
  return { whole, broken: whole.replace("src/mod0", "src/mod9"), open };
});
