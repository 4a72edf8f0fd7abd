import { castlesAnywhere, chess960Start, rightsPossible } from "../../page/src/chess/castling";
import { longMove, placementOf } from "../../page/src/chess/placement";

const letters = (fen: string, rights = "", anywhere = true) =>
  rightsPossible(placementOf(fen), rights, anywhere)
    .map(({ letter }) => letter)
    .join("");

describe("A start position of Chess960", () => {
  it("has the number that everybody gives it", () => {
    expect(chess960Start(0)).toBe("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1");
    expect(chess960Start(518)).toBe("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    expect(chess960Start(534)).toContain("/RNBKQBNR w HAha ");
    expect(chess960Start(959)).toContain("/RKRNNQBB w CAca ");
  });
  it("is another one for each number, the king between the rooks", () => {
    const all = Array.from({ length: 960 }, (_, number) => chess960Start(number));
    expect(new Set(all).size).toBe(960);
    for (const fen of all)
      expect(fen.split("/").pop()).toMatch(/^\w*R\w*K\w*R\w* w [A-HKQ]{2}[a-hkq]{2} - 0 1$/);
  });
});

describe("Castling rights", () => {
  it("are those of king and rooks at home, in ordinary chess", () => {
    expect(letters("r3k2r/8/8/8/8/8/8/R3K2R", "", false)).toBe("KQkq");
    expect(letters("r3k1r1/8/8/8/8/8/8/1R1K3R", "", false)).toBe("q");
  });
  it("are those of the outer rooks beside the king, in Chess960", () => {
    expect(letters("r3k1r1/8/8/8/8/8/8/1R1K3R")).toBe("HBgq");
    expect(letters("8/8/8/8/8/8/8/R1RK2RR")).toBe("HA");
    expect(letters("8/8/8/8/8/8/8/R1RK2RR", "GC")).toBe("GC");
    expect(letters("8/8/8/8/8/8/8/RR6")).toBe("");
  });
  it("tell that a game is one of Chess960 where the board does not say so", () => {
    expect(castlesAnywhere(undefined, "KQkq")).toBe(false);
    expect(castlesAnywhere(undefined, "HBhb")).toBe(true);
    expect(castlesAnywhere("chess960", "-")).toBe(true);
  });
});

describe("Castling in Chess960", () => {
  it("is called as everywhere, though it is written as king takes rook", () => {
    expect(longMove("8/8/8/8/8/8/8/1R1K3R w HB - 0 1", "d1h1")).toBe("O-O");
    expect(longMove("8/8/8/8/8/8/8/1R1K3R w HB - 0 1", "d1b1")).toBe("O-O-O");
    expect(longMove("8/8/8/8/8/8/8/1R1Kr3 w B - 0 1", "d1e1")).toBe("Kd1xe1");
  });
});
