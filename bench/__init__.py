"""Speed and memory of ordref beside its peers: ``python -m bench``."""
