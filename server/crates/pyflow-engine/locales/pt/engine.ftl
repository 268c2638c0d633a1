### What the engine itself says.
