// A board to look at: chessground, told only what has changed.
import { Chessground } from "@lichess-org/chessground";
import type { Api } from "@lichess-org/chessground/api";
import type { Config } from "@lichess-org/chessground/config";
import type { Key } from "@lichess-org/chessground/types";
import { useEffect, useRef } from "preact/hooks";
import { fenOf, type Placement } from "../chess/placement";

export interface GroundProps {
  pieces: Placement;
  /** What a screen reader says in place of the picture. */
  label: string;
  lastMove?: string[];
  /** Style classes of squares; see board.css. */
  marks?: Map<string, string>;
  blackBelow?: boolean;
  coordinates?: boolean;
  /** Pieces glide to their squares. Off where many boards are shown. */
  animated?: boolean;
}

const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

function configOf(p: GroundProps): Config {
  return {
    fen: fenOf(p.pieces),
    orientation: p.blackBelow ? "black" : "white",
    lastMove: (p.lastMove ?? []) as Key[],
    highlight: { lastMove: true, check: false, custom: new Map([...(p.marks ?? [])] as [Key, string][]) },
    animation: { enabled: (p.animated ?? false) && !reducedMotion.matches, duration: 160 },
  };
}

export function Ground(props: GroundProps) {
  const element = useRef<HTMLDivElement>(null);
  const api = useRef<Api>();
  const config = configOf(props);
  const said = `${config.fen}|${config.orientation}|${config.lastMove}|${[...(props.marks ?? [])]}`;
  const shown = useRef("");

  useEffect(() => {
    if (!element.current) return;
    api.current = Chessground(element.current, {
      ...config,
      viewOnly: true,
      disableContextMenu: true,
      coordinates: props.coordinates ?? false,
      drawable: { enabled: false, visible: false },
    });
    shown.current = said;
    return () => api.current?.destroy();
  }, []);

  useEffect(() => {
    if (shown.current === said) return;
    shown.current = said;
    api.current?.set(config);
  }, [said]);

  return (
    <div class="ground" role="img" aria-label={props.label}>
      <div ref={element} class="cg-wrap" aria-hidden="true" />
    </div>
  );
}
