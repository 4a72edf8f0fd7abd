// chessground's own element, which the editor's palette uses to show men as the board does.
import type { JSX } from "preact";

declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      piece: JSX.HTMLAttributes<HTMLElement>;
    }
  }
}
