"""Rich results: what a value says of itself beyond its `repr`, and figures of matplotlib without windows."""

RICH = (
    ("_repr_html_", "text/html"),
    ("_repr_markdown_", "text/markdown"),
    ("_repr_svg_", "image/svg+xml"),
    ("_repr_png_", "image/png"),
    ("_repr_jpeg_", "image/jpeg"),
    ("_repr_latex_", "text/latex"),
    ("_repr_json_", "application/json"),
)
MAX_DATA = 600000


def ask_value(value, name):
    """What one of the value's own methods returns; None if it has none or fails."""
    if lookup(type(value), name) is MISSING:
        return None
    try:
        return getattr(value, name)()
    except KeyboardInterrupt:
        raise
    except BaseException:
        return None


def mime_data(value):
    """{mime: str or bytes} of a value."""
    data = {}
    bundle = ask_value(value, "_repr_mimebundle_")
    if type(bundle) is tuple and bundle:
        bundle = bundle[0]
    if type(bundle) is dict:
        for mime, item in list(bundle.items())[:20]:
            if type(mime) is str and mime != "text/plain":
                data[mime] = item
    for name, mime in RICH:
        if mime not in data:
            item = ask_value(value, name)
            if type(item) is tuple and item:
                item = item[0]
            if item is not None:
                data[mime] = item
    out = {}
    for mime, item in data.items():
        if mime.endswith("json") and type(item) in (dict, list):
            try:
                item = import_clean("json").dumps(item)
            except Exception:
                continue
        if type(item) in (str, bytes) and len(item) <= MAX_DATA:
            out[mime[:100]] = item
    return out


def base64_text(data):
    return import_clean("binascii").b2a_base64(data, newline=False).decode("ascii")


def rich_data(value):
    """For a result: texts as they are, the rest as base64."""
    out, size = {}, 0
    for mime, item in mime_data(value).items():
        if type(item) is bytes:
            item = base64_text(item)
        size += len(item)
        if size <= MAX_DATA:
            out[mime] = item
    return out


def send_display(data):
    out = {}
    for mime, item in data.items():
        out[mime] = plain_text(item) if type(item) is str else item
    payload = _dumps(out, 2)
    if len(payload) > MAX_PAYLOAD:
        note = "<" + ", ".join(data) + ": too large to show>"
        payload = _dumps({"text/plain": note}, 2)
    channel.post(DISPLAY, payload)


def display(*values):
    """Shows values, each as richly as it can."""
    for value in values:
        data = mime_data(value)
        try:
            data["text/plain"] = str.__str__(repr(value))[:MAX_REPR_SHOWN]
        except Exception:
            data["text/plain"] = show(value)
        send_display(data)


MAX_REPR_SHOWN = 1 << 16


# matplotlib


def on_matplotlib(module):
    """Before a backend is chosen: one without windows, unless the user named one."""
    if "MPLBACKEND" not in _sys_modules["os"].environ:
        module.use("agg")


def on_pyplot(module):
    if "MPLBACKEND" in _sys_modules["os"].environ:
        return

    def show(*args, **kwargs):
        """Shows the open figures in the editor, and closes them."""
        send_figures(module)

    module.show = show


def send_figures(pyplot):
    for number in pyplot.get_fignums():
        figure = pyplot.figure(number)
        if not figure.axes and not getattr(figure, "texts", None):
            pyplot.close(figure)
            continue
        target = _io.BytesIO()
        figure.savefig(target, format="png", bbox_inches="tight")
        send_display({"image/png": target.getvalue(), "text/plain": "<Figure " + str(number) + ">"})
        pyplot.close(figure)


def end_figures():
    """At the end of a piece: figures that it left open are its result."""
    module = _sys_modules.get("matplotlib.pyplot")
    if type(module) is not Module or "MPLBACKEND" in _sys_modules["os"].environ:
        return
    try:
        if module.get_fignums():
            send_figures(module)
    except KeyboardInterrupt:
        raise
    except Exception as exc:
        sys.stderr.write("The figure could not be drawn: " + type_name(type(exc)) + ": " + str(exc)[:500] + "\n")
