"""Routes, sockets and what stands before them."""
