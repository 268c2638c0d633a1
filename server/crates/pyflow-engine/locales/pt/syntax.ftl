### Why a text is no Python.
