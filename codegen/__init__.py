"""specs/ in, generated/ out: `python3 -m codegen`."""
