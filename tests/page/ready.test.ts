import { unready } from "../../page/src/hall/ready";
import { aBoard } from "./boards";

const without = aBoard("dgt-1", { game: "setup" });

describe("A board that waits for its game", () => {
  it("is ready when the pieces stand as they should", () => {
    expect(unready(without, false)).toBeUndefined();
  });
  it("is not ready without a board, a link, the pieces, or a clock where others have one", () => {
    expect(unready(undefined, false)).toBe("noBoard");
    expect(unready({ ...without, link: "lost" }, false)).toBe("lost");
    expect(unready({ ...without, link: "lost", catching_up: true }, false)).toBe("catchingUp");
    expect(unready({ ...without, occupied: "ffff00000000fffe" }, false)).toBe("pieces");
    expect(unready({ ...without, occupied: "ffff00010000fffe" }, false)).toBe("pieces");
    expect(unready(without, true)).toBe("clock");
    expect(unready({ ...without, game: "over" }, false)).toBe("old");
  });
  it("is out of the question once a game goes on", () => {
    expect(unready({ ...without, game: "started", occupied: "0" }, true)).toBeUndefined();
  });
});
