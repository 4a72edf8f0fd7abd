// Small drawings that no font needs to have.
const paths = {
  sound: "M3 9v6h4l6 5V4L7 9zM16 8q3 4 0 8M19 5q5 7 0 14",
  silent: "M3 9v6h4l6 5V4L7 9zM16 9l6 6M22 9l-6 6",
  timer: "M9 2h6M12 2v3M12 5a8.500 8.500 0 1 0 .01 0M12 9v5",
  back: "M6 5v14M19 5v14L9 12z",
  forward: "M18 5v14M5 5v14l10-7z",
  person: "M12 4a4 4 0 1 0 .01 0M4 21q0-8 8-8t8 8",
  note: "M5 3h14v13l-5 5H5zM9 8h6M9 12h6",
  hush: "M2 12q10-12 20 0q-10 12-20 0M4 21 20 3",
} as const;

export function Icon({ name }: { name: keyof typeof paths }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
