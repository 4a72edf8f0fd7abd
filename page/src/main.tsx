import "@lichess-org/chessground/assets/chessground.base.css";
import "@lichess-org/chessground/assets/chessground.cburnett.css";
import "./style/colours.css";
import "./style/page.css";
import "./style/wall.css";
import "./style/board.css";
import "./style/forms.css";
import { render } from "preact";
import { sayRefusalsWith } from "./api/client";
import { begin } from "./hall/connection";
import { refusal } from "./texts";
import { App } from "./views/App";
import { listenToKeys } from "./views/keys";

sayRefusalsWith(refusal);
const page = document.getElementById("page");
if (page) render(<App />, page);
listenToKeys();
void begin();
