/** The words of a list as our tables write it, however it is broken into lines. */
export const listed = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== "");
