"""Rooms: the games that are being played or watched at this server, and all that happens in them."""
