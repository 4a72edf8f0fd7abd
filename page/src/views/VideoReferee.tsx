// The board as it stands, or stood at any moment, beside the position to go back to; and the controls of the film.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import * as client from "../api/client";
import type { Alert, Board, Side, Timeline } from "../api/types";
import { Ground } from "../board/Ground";
import {
  type Placement,
  placementOf,
  type Sensed,
  sensed,
  squaresTouched,
  stepsBetween,
} from "../chess/placement";
import { follow, logNow } from "../hall/hall";
import { advance, type Frame, film, frameAt, isStep, lastSteps, stepFrom, touchedAt } from "../hall/referee";
import { momentText } from "../hall/time";
import { daemonLanguage, texts } from "../texts";
import { PlayerLine } from "./ClockFace";
import { eventWords } from "./eventWords";
import { Icon } from "./Icon";
import { commands } from "./keys";
import { Steps, Words } from "./Steps";
import { Strip } from "./Strip";

type Range = "finding" | "minutes" | "game";
/** Shown before the evidence begins and after it ends, in µs. */
const kLeadIn = 20e6;
const kMinutes = 300e6;
const kSpeeds = [0.25, 0.5, 1, 2, 4];
/** Playing the evidence begins so long before it and ends so long after, in µs. */
const kMargin = 2e6;

/** Squares with their marks: what is missing, what nobody can name, what must be put right, what was just touched. */
function marksOf(
  now: Sensed,
  wanted: Placement | undefined,
  touched?: { lifts: string[]; places: string[] },
) {
  const marks = new Map<string, string>();
  const add = (square: string, mark: string) =>
    marks.set(square, `${marks.get(square) ?? ""} ${mark}`.trim());
  for (const square of now.missing) add(square, "missing");
  for (const square of now.unknown) add(square, "unknown");
  if (wanted) for (const square of squaresTouched(stepsBetween(now, wanted))) add(square, "differs");
  for (const square of touched?.lifts ?? []) add(square, "lifted");
  for (const square of touched?.places ?? []) add(square, "placed");
  return marks;
}

const turnOf = (fen: string): Side => (fen.split(" ")[1] === "b" ? "black" : "white");

function rangeOf(range: Range, board: Board, alert: Alert | undefined): [number, number] {
  const now = Math.round(logNow(board.id));
  if (range === "finding" && alert) {
    const { from_us, to_us } = alert.finding.evidence;
    return [Math.max(0, from_us - kLeadIn), Math.max(to_us + kLeadIn / 2, from_us + kLeadIn)];
  }
  return [range === "game" ? 0 : Math.max(0, now - kMinutes), now];
}

export function VideoReferee({ board, alert }: { board: Board; alert: Alert | undefined }) {
  const t = texts.value;
  const r = t.referee;
  const [range, setRange] = useState<Range>(alert ? "finding" : "minutes");
  const [timeline, setTimeline] = useState<Timeline>();
  const [fault, setFault] = useState("");
  /** Where the film stands; nothing: live. */
  const [at, setAt] = useState<number>();
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [skip, setSkip] = useState(false);
  /** Where playing stops by itself. */
  const stopAt = useRef<number>();
  const [, setScan] = useState("");

  const frames = useMemo(() => (timeline ? film(timeline) : []), [timeline]);
  const evidence = alert?.finding.evidence;

  async function load(which: Range): Promise<Frame[]> {
    setRange(which);
    const [from, to] = rangeOf(which, board, alert);
    const answer = await client.timeline(board.id, from, to, alert?.past ? alert.id : 0);
    setFault(answer.ok ? "" : answer.text);
    if (!answer.ok) return [];
    setTimeline(answer.value);
    return film(answer.value);
  }
  // Another finding: its own stretch of the film. A new scan of the watched board: draw it at once.
  useEffect(() => {
    goLive();
    void load(alert ? "finding" : "minutes");
  }, [board.id, alert?.id]);
  useEffect(
    () =>
      follow((message) => message.type === "scan" && message.board === board.id && setScan(message.occupied)),
    [board.id],
  );

  function goLive() {
    setAt(undefined);
    setPlaying(false);
  }
  function seek(to: number) {
    stopAt.current = undefined;
    if (timeline) setAt(Math.min(Math.max(to, timeline.from_us), timeline.to_us));
  }
  async function playEvidence() {
    if (!evidence) return;
    const loaded = range === "finding" && frames.length > 0 ? frames : await load("finding");
    if (loaded.length === 0) return;
    setAt(Math.max(evidence.from_us - kMargin, loaded[0]?.t_us ?? 0));
    stopAt.current = evidence.to_us + kMargin / 2;
    setPlaying(true);
  }
  function toggle() {
    if (!timeline) return;
    stopAt.current = undefined;
    if (at === undefined || at >= timeline.to_us)
      setAt(evidence && range === "finding" ? evidence.from_us - kMargin : timeline.from_us);
    setPlaying(!playing);
  }
  function step(by: 1 | -1) {
    if (!timeline) return;
    setPlaying(false);
    const to = stepFrom(frames, at ?? timeline.to_us + 1, by);
    if (to !== undefined) seek(to);
  }
  const faster = (by: 1 | -1) =>
    setSpeed(kSpeeds[Math.min(Math.max(kSpeeds.indexOf(speed) + by, 0), kSpeeds.length - 1)] ?? 1);

  useEffect(() => {
    if (!playing || !timeline) return;
    let last = performance.now();
    let handle = requestAnimationFrame(function draw(now) {
      const elapsed = now - last;
      last = now;
      setAt((old) => {
        const end = stopAt.current ?? timeline.to_us;
        const next = Math.min(advance(frames, old ?? timeline.from_us, elapsed, speed, skip), end);
        if (next >= end) setPlaying(false);
        return next;
      });
      handle = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(handle);
  }, [playing, timeline, speed, skip]);

  useEffect(() =>
    commands({
      playEvidence: () => void playEvidence(),
      toggle,
      stepBack: () => step(-1),
      stepForward: () => step(1),
      slower: () => faster(-1),
      faster: () => faster(1),
      live: goLive,
    }),
  );

  const replaying = at !== undefined && frames.length > 0;
  const frame = replaying ? (frames[frameAt(frames, at)] as Frame) : undefined;
  const now = frame ? sensed(frame.fen, frame.occupied) : sensed(board.fen, board.occupied);
  const isOver = alert?.over || alert?.past || alert?.status === "closed";
  const reinstate = isOver ? undefined : alert?.finding.advice.reinstate_fen;
  const wanted = reinstate ? placementOf(reinstate) : undefined;
  const touched = replaying ? touchedAt(frames, at) : undefined;
  const marks = marksOf(now, replaying ? undefined : wanted, touched);
  const steps = wanted ? stepsBetween(now, wanted) : [];
  const clocks = frame?.clocks ?? board.clocks;
  const happened = replaying ? lastSteps(frames, at).map(eventWords).join(", ") : "";
  const players = frame ? { ...board, side_to_move: turnOf(frame.fen) } : board;

  return (
    <section class="referee" aria-label={r.title}>
      <div class={`boards${wanted ? " two" : ""}`}>
        <figure class={replaying ? "replaying" : "live"}>
          <figcaption>
            {replaying ? t.compare.past : t.compare.now}
            <span class={`moment${replaying ? "" : " live"}`}>
              {replaying ? `▶ ${momentText(at)}` : `● ${r.live}`}
            </span>
          </figcaption>
          <PlayerLine
            side="black"
            board={players}
            {...(clocks ? { clocks } : {})}
            {...(replaying ? { at } : {})}
          />
          <Ground
            pieces={now.pieces}
            marks={marks}
            coordinates
            animated
            label={`${t.compare.now}: ${t.compare.words}`}
          />
          <PlayerLine
            side="white"
            board={players}
            {...(clocks ? { clocks } : {})}
            {...(replaying ? { at } : {})}
          />
          {touched?.press && (
            <p class="pressed" aria-hidden="true">
              {r.press(t.side[touched.press])}
            </p>
          )}
        </figure>
        {wanted && (
          <figure class="wanted">
            <figcaption>
              {t.compare.wanted}
              {alert?.finding.advice.to_move && (
                <span class="moment">{t.board.toMove(t.side[alert.finding.advice.to_move])}</span>
              )}
            </figcaption>
            <Ground
              pieces={wanted}
              marks={new Map([...squaresTouched(steps)].map((square) => [square, "differs"]))}
              coordinates
              label={t.compare.wanted}
            />
            <Steps steps={steps} />
          </figure>
        )}
      </div>
      <Words pieces={now.pieces} />
      <div class="film" role="group" aria-label={r.title}>
        <div class="film-range" role="group" aria-label={r.range}>
          {(["finding", "minutes", "game"] as const).map(
            (each) =>
              (each !== "finding" || alert) && (
                <button
                  key={each}
                  type="button"
                  aria-pressed={range === each}
                  onClick={() => void load(each)}
                >
                  {r.ranges[each]}
                </button>
              ),
          )}
        </div>
        {fault && (
          <p class="bad" role="alert">
            {r.failed} <span lang={daemonLanguage.value}>{fault}</span>
          </p>
        )}
        {timeline && (
          <>
            <Strip timeline={timeline} at={at} {...(evidence ? { evidence } : {})} onSeek={seek} />
            {timeline.truncated && <p class="hint">{r.truncated}</p>}
          </>
        )}
        <div class="film-controls">
          <button type="button" class="live-button" aria-pressed={!replaying} onClick={goLive}>
            ● {r.live}
          </button>
          <button type="button" class="step" aria-label={r.back} onClick={() => step(-1)}>
            <Icon name="back" />
          </button>
          <button type="button" class="play primary" onClick={toggle}>
            {playing ? `⏸ ${r.pause}` : `▶ ${r.play}`}
          </button>
          <button type="button" class="step" aria-label={r.forward} onClick={() => step(1)}>
            <Icon name="forward" />
          </button>
          <label>
            <span class="unseen">{r.speed}</span>
            <select value={String(speed)} onChange={(event) => setSpeed(Number(event.currentTarget.value))}>
              {kSpeeds.map((each) => (
                <option key={each} value={String(each)}>
                  {each}×
                </option>
              ))}
            </select>
          </label>
          <label class="check">
            <input
              type="checkbox"
              checked={skip}
              onChange={(event) => setSkip(event.currentTarget.checked)}
            />
            {r.skip}
          </label>
          {evidence && (
            <button type="button" class="play-evidence" onClick={() => void playEvidence()}>
              {t.finding.play}
            </button>
          )}
        </div>
        <p class="film-event" aria-live={playing ? "off" : "polite"}>
          {replaying && `${momentText(at)} ${happened}`}
        </p>
        <details class="film-events">
          <summary>{r.events}</summary>
          <ol>
            {frames
              .filter((each) => isStep(each.event))
              .map((each) => (
                <li key={`${each.t_us} ${each.event && eventWords(each.event)}`}>
                  <button type="button" aria-pressed={frame === each} onClick={() => seek(each.t_us)}>
                    <span class="number">{momentText(each.t_us)}</span> {each.event && eventWords(each.event)}
                  </button>
                </li>
              ))}
          </ol>
        </details>
      </div>
    </section>
  );
}
