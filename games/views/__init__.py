"""Pages: parse a form, call one service and redirect, or read one selector and render."""
