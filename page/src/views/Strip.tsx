// The film as a strip: lifts above the line, places below it, presses, moves and findings; and the slider to move along it.
import type { Timeline, TimelineEvent } from "../api/types";
import { momentText } from "../hall/time";
import { texts } from "../texts";

/** Width of the drawing in its own units. */
const kWidth = 1000;

/** Marks of the same kind so close together would only be a blur. */
const kApart = 1.5;

function Mark({ event, x }: { event: TimelineEvent; x: number }) {
  switch (event.what) {
    case "lift":
      return <rect class="lift" x={x - 1} y="14" width="2" height="16" />;
    case "place":
      return <rect class="place" x={x - 1} y="30" width="2" height="16" />;
    case "press":
      return <path class={`press ${event.side}`} d={`M${x - 6} 58h12l-6 -9z`} />;
    case "finding":
      return <path class="finding-mark" d={`M${x - 1} 60V1h14l-4 5 4 5H${x + 1}V60z`} />;
    case "link":
      return <rect class="link" x={x - 2} y="10" width="4" height="40" />;
    case "arbiter":
      return <circle class="arbiter" cx={x} cy="6" r="5" />;
    default:
      return null;
  }
}

export function Strip(props: {
  timeline: Timeline;
  at: number | undefined;
  evidence?: { from_us: number; to_us: number };
  onSeek: (t_us: number) => void;
}) {
  const { timeline, at, evidence } = props;
  const { from_us, to_us } = timeline;
  const span = Math.max(1, to_us - from_us);
  const x = (t_us: number) => ((t_us - from_us) / span) * kWidth;
  const drawn = new Map<string, number>();
  const marks = timeline.events.filter((event) => {
    const kind = event.what === "press" ? `press ${event.side}` : event.what;
    const here = x(event.t_us);
    if (here - (drawn.get(kind) ?? -kApart) < kApart) return false;
    drawn.set(kind, here);
    return true;
  });
  const position = at ?? to_us;
  return (
    <div class="strip">
      <svg viewBox={`0 0 ${kWidth} 60`} preserveAspectRatio="none" aria-hidden="true">
        {evidence && evidence.to_us >= from_us && evidence.from_us <= to_us && (
          <rect
            class="evidence-span"
            x={Math.max(0, x(evidence.from_us))}
            y="0"
            width={Math.max(4, x(Math.min(evidence.to_us, to_us)) - Math.max(0, x(evidence.from_us)))}
            height="60"
          />
        )}
        <rect class="axis" x="0" y="29.500" width={kWidth} height="1" />
        {marks.map((event, i) => (
          <Mark key={`${event.t_us}-${i}`} event={event} x={x(event.t_us)} />
        ))}
        <rect class="now" x={x(position) - 1.5} y="0" width="3" height="60" />
      </svg>
      <input
        type="range"
        min={from_us}
        max={to_us}
        step={50_000}
        value={position}
        aria-label={texts.value.referee.position}
        aria-valuetext={momentText(position)}
        onInput={(event) => props.onSeek(Number(event.currentTarget.value))}
      />
      <div class="strip-ends" aria-hidden="true">
        <span>{momentText(from_us)}</span>
        <span>{momentText(to_us)}</span>
      </div>
    </div>
  );
}
