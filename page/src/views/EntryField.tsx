// One field of an entry.
import { useEffect, useState } from "preact/hooks";
import { type Field, results } from "../actions/entries";
import * as client from "../api/client";
import type { Board, Law } from "../api/types";
import { kSquares } from "../chess/placement";
import { texts } from "../texts";
import { PositionEditor } from "./PositionEditor";
import { pieceName } from "./Steps";

/** In letters: 500 bytes are enough for so many in each of the languages. */
const kLongestReason = 160;

interface Props {
  field: Field;
  values: Record<string, string>;
  board: Board;
  reinstate: string | undefined;
  onChange: (changed: Record<string, string>) => void;
}

/** Buttons of which one is pressed: quicker than a list on a tablet. */
function Choice(props: {
  label: string;
  name: string;
  value: string;
  choices: [string, string][];
  required: boolean;
  onChange: (v: string) => void;
}) {
  return (
    <fieldset class="choice">
      <legend>{props.label}</legend>
      {props.choices.map(([value, words]) => (
        <label key={value} class={props.value === value ? "chosen" : ""}>
          <input
            type="radio"
            name={props.name}
            required={props.required}
            value={value}
            checked={props.value === value}
            onChange={() => props.onChange(value)}
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}

/** The laws that the daemon has; until it has said which, the one in force. */
function LawField(props: { value: string; now: string; onChange: (id: string) => void }) {
  const [laws, setLaws] = useState<Law[]>([]);
  useEffect(() => {
    void client.laws().then((answer) => answer.ok && setLaws(answer.value.laws));
  }, []);
  const all = laws.some((law) => law.id === props.now) ? laws : [{ id: props.now, name: "" }, ...laws];
  return (
    <label class="field">
      {texts.value.enter.lawId}
      <select value={props.value} onChange={(event) => props.onChange(event.currentTarget.value)}>
        {all.map(({ id, name }) => (
          <option key={id} value={id} selected={id === props.value}>
            {[id, name].filter(Boolean).join(" · ")}
          </option>
        ))}
      </select>
    </label>
  );
}

export function EntryField({ field, values, board, reinstate, onChange }: Props) {
  const t = texts.value;
  const { enter } = t;
  const value = values[field.name] ?? "";
  const choice = (label: string, choices: [string, string][]) => (
    <Choice
      label={label}
      name={field.name}
      value={value}
      required={field.as === "result"}
      choices={choices}
      onChange={(v) => onChange({ [field.name]: v })}
    />
  );
  const select = (label: string, options: readonly string[]) => (
    <label class="field">
      {label}
      <select value={value} onChange={(event) => onChange({ [field.name]: event.currentTarget.value })}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  );
  switch (field.as) {
    case "side":
      return choice(enter.side, [
        ["white", t.side.white],
        ["black", t.side.black],
      ]);
    case "claim":
      return choice(enter.what, Object.entries(enter.claims));
    case "square":
      return select(enter.square, kSquares);
    case "piece":
      return choice(enter.piece, [
        ...[..."KQRBNPkqrbnp"].map((piece): [string, string] => [piece, pieceName(piece)]),
        [".", enter.empty],
      ]);
    case "promotion":
      return choice(
        enter.piece,
        [..."qrbn"].map((piece): [string, string] => [piece, t.piece[piece] ?? piece]),
      );
    case "result":
      return choice(
        enter.result,
        results.map((result): [string, string] => [
          result,
          result.replace("1/2-1/2", "½–½").replace("-", "–"),
        ]),
      );
    case "law":
      return <LawField value={value} now={board.law} onChange={(id) => onChange({ [field.name]: id })} />;
    case "player":
      return (
        <label class="field">
          {field.name === "white" ? enter.whitePlayer : enter.blackPlayer}
          <input value={value} onInput={(event) => onChange({ [field.name]: event.currentTarget.value })} />
        </label>
      );
    case "reason":
      return (
        <label class="field">
          {enter.reason}
          <input
            required
            maxLength={kLongestReason}
            value={value}
            onInput={(event) => onChange({ reason: event.currentTarget.value })}
          />
        </label>
      );
    case "note":
      return (
        <label class="field">
          {enter.note}
          <textarea
            rows={3}
            required
            maxLength={kLongestReason}
            value={value}
            onInput={(event) => onChange({ text: event.currentTarget.value })}
          />
        </label>
      );
    case "sits":
      return choice(enter.whiteSits, [
        ["", enter.unchanged],
        ["near_a1", enter.near],
        ["far_a1", enter.far],
      ]);
    case "position":
      return <PositionEditor values={values} board={board} reinstate={reinstate} onChange={onChange} />;
  }
}
