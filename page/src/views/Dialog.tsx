// A dialog of the browser's own kind: it keeps the focus, closes with Escape and gives the focus back.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

export function Dialog(props: {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  wide?: boolean;
}) {
  const element = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    // Whoever presses Enter without having read decides nothing.
    element.current?.querySelector<HTMLElement>("[data-harmless='true']")?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog ref={element} class={props.wide ? "wide" : ""} aria-labelledby={title} onClose={props.onClose}>
      <h2 id={title}>{props.title}</h2>
      {props.children}
    </dialog>
  );
}
