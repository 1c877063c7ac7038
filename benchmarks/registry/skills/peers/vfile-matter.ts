import { VFile } from "vfile";
import { matter } from "vfile-matter";
import { fieldsOf, skillCell } from "../skill-cell.ts";

await skillCell((text) => {
  const file = new VFile(text);
  matter(file, { strip: true });
  return { ...fieldsOf(file.data.matter), body: file.toString() };
});
