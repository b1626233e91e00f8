"""What goes over the wire: what is asked (requests) and what is answered (views), described once."""
